// Written by scripts/build_catalog: goals that a visitor may start from, amounts for the key to the marks.
export const GOALS = {
  "en": [
    "A site with a blog for my bakery: how much and how long?",
    "An online shop for my ceramics, in two languages",
    "My website is slow. What can you do about it?"
  ],
  "es": [
    "Una web con blog para mi panadería: ¿cuánto cuesta y cuánto tarda?",
    "Una tienda online para mi cerámica, en dos idiomas",
    "Mi web va lenta. ¿Qué podéis hacer?"
  ]
};
export const SAMPLES = {
  "en": {
    "verified": "€1,400",
    "derived": "€700",
    "visitor": "€2,000",
    "unverified": "€9,900"
  },
  "es": {
    "verified": "1.400 €",
    "derived": "700 €",
    "visitor": "2.000 €",
    "unverified": "9.900 €"
  }
};
