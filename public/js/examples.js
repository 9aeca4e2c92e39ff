// Written by scripts/build_catalog: goals that a visitor may start from.
export default {
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
