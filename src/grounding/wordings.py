"""Whether the words of an answer claim that an amount is worked out of others, and how."""

from collections.abc import Iterator, Set
from decimal import Decimal
from itertools import pairwise
from typing import Final

from grounding.clauses import BOUNDARIES, Clauses, is_of_money
from grounding.document import Document
from grounding.durations import UNITS
from grounding.evidence import Item
from grounding.lexicon import words
from grounding.money import Stated
from grounding.number_words import NUMBER_WORDS
from grounding.numerals import read_number
from grounding.periods import THINGS

SUMS: Final = words("""
    total totals totalling subtotal altogether together sum sums summed combined overall both everything
    totaliza suma suman sumando sumados juntos juntas conjunto ambos ambas todo
    """)
"""Words that say, wherever they stand before an amount, that it is a sum."""
ADDING: Final = words("""
    + include comes come amounts brings bring makes make add adds adding added plus with including all
    asciende ascienden sale salen saldria queda quedan quedaria con mas añadiendo añadir añades añade incluyendo
    incluyes
    """)
"""Words that say it where nothing else stands between the last term and the amount."""
LINKS: Final = ADDING | words("""
    thus therefore hence decir
    a an the this that these it its is are be will would of for to at in from so which then and or just only i e up by
    s d ll
    cost costs price quote estimate pay pays you your more starts start least minimum starting
    el la los las un una eso esto es son seria serian ser por para de en desde y que se te le lo asi pues
    cuesta cuestan costaria precio presupuesto pagas pagarias pagar minimo inicial
    """)
"""Words that only join an amount to what is said before it."""
RESULTS: Final = words("so that thus therefore hence eso asi decir")
"""Words that say that an amount follows from what was told before it."""
TOLD: Final = words("extras two dos")
PERIODS: Final = words("per year month al año mes")
"""What the last term is paid for each of."""
THOSE: Final = words("those these esos estos")
JOINS: Final = words("and plus with both the a an extra extras y con mas e el la los las un una de & + , '")
"""Words between things that are priced together."""
DIFFERENCE_AFTER: Final = words("""
    difference more less cheaper dearer higher lower over above below under left remaining apart short spare
    diferencia menos encima debajo
    """)
DIFFERENCE_BEFORE: Final = words("""
    difference gap exceeds exceeding exceed remaining leftover surplus
    diferencia exceso supera superan excede exceden sobra sobran sobraria sobrarian falta faltan faltaria faltarian
    """)
COMPARISONS: Final = words("more less cheaper dearer higher lower over above below under short")
"""Words before "by" and a difference."""
LEFT_OVER: Final = words("queda quedan quedaria quedarian resta restan restaria restarian")
AFTER_MORE: Final = words("que caro cara caros caras barato barata baratos baratas de")
"""Words after "más" where it compares; in "más IVA" it adds."""
LEAVES: Final = words("leaves leave leaving left deja dejan dejaria dejarian dejando sobran sobrarian")
RISES: Final = words(
    "takes brings raises pushes increases sube subiria pasa pasaria lleva llevaria eleva elevaria aumenta"
)
RISE_REACH: Final = 6
"""Tokens before a rise, among which its verb stands."""
SAVINGS: Final = words("save saves saving savings saved ahorro ahorras ahorra ahorrarias ahorrais ahorrar")
COMPARED: Final = words("instead rather without than versus vs lugar vez sin frente")
"""Words of two things that an answer may choose between, where a saving is a difference."""
DISCOUNT: Final = words(
    "discount discounted off reduced offer leaves rebaja descuento rebajado oferta promocion dejamos"
)
"""Words of a price that nobody set, however it was worked out."""
DEALS: Final = words("make give take knock drop cut hacemos damos quitamos restamos cobramos bajamos regalamos")
"""Verbs before an amount that take it off a price."""
TWICE: Final[dict[str, int]] = {"twice": 2, "double": 2, "doble": 2, "triple": 3, "thrice": 3}
TIMES: Final = words("× x times veces")
EACH: Final = words("each apiece per cada")


class Wordings:
    """How one answer speaks of its amounts."""

    def __init__(self, document: Document, clauses: Clauses) -> None:
        self._tokens = document.tokens
        self._clauses = clauses

    def is_discounted(self, stated: Stated) -> bool:
        """Whether the sentence takes something off a price."""
        return any(
            token.low in DISCOUNT or token.low in SAVINGS for token in self._tokens[slice(*self._clauses.near(stated))]
        )

    def sums(self, stated: Stated, last: int, following: int, items: Set[Item]) -> bool:
        """Whether the amount is said as the sum of terms that end at `last`, or begin at `following`, of some items."""
        gap = self._clauses.gap(stated)
        mentions = self._clauses.mentions(*gap)
        if any(len(it.items) == 1 and it.whole and not it.items <= items for it in mentions):
            return False
        if self._says_sum(stated, gap):
            return True
        if following > stated.stop:
            after = self._tokens[stated.stop]
            listed = after.kind == "newline" or after.text == ":"
            return after.text in ("=", "(") or (listed and self._clauses.only(*gap, LINKS, ()))
        first = max(last, gap[0]) if last else gap[0]
        first += last == first and self._tokens[first].low in ("extra", "more", "adicionales")
        if not self._clauses.only(first, stated.first, self._linking(first, stated), mentions):
            return False
        if not (ADDING | SUMS).isdisjoint(self._clauses.lows(*self._clauses.near(stated))):
            return True
        return not mentions and self._follows(last, stated)

    def _linking(self, first: int, stated: Stated) -> Set[str]:
        """The words that only join: "those two extras" are what was told before, "you get €490." has nothing after."""
        pairs = list(pairwise(self._clauses.lows(first, stated.first)))
        those = any(left in THOSE and right in ("extras", "two", "dos") for left, right in pairs)
        got = ("you", "get") in pairs and self._is_closed(stated)
        return LINKS | PERIODS | (THOSE | TOLD if those else frozenset()) | ({"get"} if got else frozenset())

    def _follows(self, last: int, stated: Stated) -> bool:
        """`(€300) and (€190) cost €490`, `so it is €490`."""
        tokens = self._tokens[last : stated.first] if last else []
        said = {token.low for token in tokens if token.kind == "word"}
        if not RESULTS.isdisjoint(said):
            return True
        if last < self._clauses.near(stated)[0] or not tokens:
            return False
        return tokens[-1].text == ":" or (bool(said) and tokens[tokens[0].text == ")"].low not in BOUNDARIES)

    def joins(self, stated: Stated) -> bool:
        """Whether all that the sentence names is named together, before the amount or after it."""
        mentions = [it for it in self._clauses.sentence(stated).mentions if len(it.items) == 1]
        if mentions[0].first < stated.first < mentions[-1].first:
            return False
        gaps = [(left.stop, right.first) for left, right in pairwise(mentions)]
        last = mentions[-1].stop
        follows = self._clauses.only(last, stated.first, LINKS, ()) and any(
            token.kind == "word" for token in self._tokens[last : stated.first]
        )
        return all((follows and self._joins_priced(*gap)) or JOINS.issuperset(self._clauses.lows(*gap)) for gap in gaps)

    def _joins_priced(self, first: int, stop: int) -> bool:
        """Only words that join, and the price of what stands before them: "the blog (€300) to the website"."""
        tokens = self._tokens
        if tokens[first].text == "(":
            closed = next((at for at in range(first, stop) if tokens[at].text == ")"), first)
            inside = tokens[first + 1 : closed]
            first = (
                closed + 1
                if all(is_of_money(it) or it.kind == "number" or it.text in ".,+" for it in inside)
                else first
            )
            first += tokens[first].low in ("to", "a")
        return JOINS.issuperset(self._clauses.lows(first, stop))

    def differs(self, stated: Stated) -> bool:
        """Whether the amount is said as what one thing is more, or less, than another."""
        sentence = self._clauses.lows(*self._clauses.near(stated))
        gap = self._clauses.lows(*self._clauses.gap(stated))
        if not DISCOUNT.isdisjoint(sentence) or not DEALS.isdisjoint(gap):
            return False
        if not SAVINGS.isdisjoint(sentence):
            return not COMPARED.isdisjoint(sentence)
        return (
            self._differs_after(stated.stop)
            or not DIFFERENCE_BEFORE.isdisjoint(gap)
            or not LEFT_OVER.isdisjoint(gap[-1:])
            or self._is_led_to(stated)
            or self._subtracts(stated)
        )

    def rises(self, stated: Stated) -> bool:
        """`takes the price from €1,400 to €1,700`: a change, not a range."""
        before = self._clauses.lows(*self._clauses.gap(stated))
        return before[-1:] in (["from"], ["de"], ["desde"]) and not RISES.isdisjoint(before[-RISE_REACH:])

    def leaves(self, stated: Stated) -> bool:
        """`leaves you €300`, `with €100 to spare`, `te dejaría 300 €`: of what the visitor has."""
        tokens, at = self._tokens, stated.first - 1
        if self._clauses.lows(stated.stop, stated.stop + 2) in (["to", "spare"], ["de", "margen"], ["de", "sobra"]):
            return True
        at -= tokens[at].low in ("with", "about", "unos")
        at -= tokens[at].low in ("you", "us")
        return tokens[at].low in LEAVES and (
            at + 1 < stated.first or tokens[at].low not in DISCOUNT or self._is_closed(stated)
        )

    def _is_closed(self, stated: Stated) -> bool:
        return self._tokens[stated.stop].kind in ("sign", "newline", "end")

    def _is_led_to(self, stated: Stated) -> bool:
        """`The difference between A (€2,900) and B (€1,400) is €1,500`, `€1,400 exceeds €1,000 by €400`."""
        before = self._clauses.lows(self._clauses.near(stated)[0], stated.first)
        if not self._clauses.only(*self._clauses.gap(stated), LINKS, ()):
            return False
        compared = before[-1:] == ["by"] and not COMPARISONS.isdisjoint(before)
        return compared or not DIFFERENCE_BEFORE.isdisjoint(before)

    def _differs_after(self, stop: int) -> bool:
        at = stop + (self._tokens[stop].low in ("de", "por", "of"))
        low, following = self._tokens[at].low, self._tokens[at + 1]
        if low == "mas":
            return following.kind != "word" or following.low in AFTER_MORE
        compares = low in DIFFERENCE_AFTER or low in ("between", "entre")
        return compares and following.kind not in ("number", "mark")

    def _subtracts(self, stated: Stated) -> bool:
        """`€1,400 minus €300`."""
        tokens = self._tokens
        return any(
            tokens[at].low in ("minus", "menos")
            and all(it.kind == "number" or is_of_money(it) for it in (tokens[at - 1], tokens[at + 1]))
            for at in range(*self._clauses.near(stated))
        )

    def multiplies(self, stated: Stated, first: int, stop: int, unit: str | None, times: Decimal) -> bool:
        """Whether the sentence takes the amount at `first` so many times."""
        here = self._clauses.near(stated)
        if here[0] <= first < here[1] and self._is_beside_times(first, stop, times):
            return True
        things = unit in THINGS
        if not things and (unit is not None or not self._is_each(first, stop)):
            return False
        return any(self._counts(at, first, unit if things else None) for at in self._numbers(*here, times))

    def _is_beside_times(self, first: int, stop: int, times: Decimal) -> bool:
        """`2 × €350`, `€350 × 2`, `twice €350`."""
        tokens = self._tokens
        at = first - 1
        while at > first - 3 and tokens[at].low in ("the", "of", "los", "las", "de"):
            at -= 1
        if TWICE.get(tokens[at].low) == times:
            return True
        if tokens[at].low in TIMES and any(
            (number := read_number(tokens, it)) is not None and number.stop == at
            for it in self._numbers(max(0, at - 4), at, times)
        ):
            return True
        while tokens[stop].text == "/" or tokens[stop].kind == "link" or tokens[stop].low in UNITS:
            stop += 1
        return tokens[stop].low in TIMES and any(self._numbers(stop + 1, stop + 2, times))

    def _is_each(self, first: int, stop: int) -> bool:
        """`€350 each`, `each session is €350`."""
        if not EACH.isdisjoint(self._clauses.lows(stop, stop + 1)):
            return True
        before = self._clauses.lows(max(0, first - 5), first)
        return not EACH.isdisjoint(before) and BOUNDARIES.isdisjoint(before)

    def _counts(self, at: int, first: int, unit: str | None) -> bool:
        """Whether a number counts what the amount at `first` is the price of."""
        number = read_number(self._tokens, at)
        following = self._tokens[number.stop if number else at + 1]
        if unit is not None:
            return _singular(following.low) == _singular(unit)
        if following.kind != "word" or following.low in LINKS:
            return following.text != "%" and not is_of_money(self._tokens[at - 1]) and not is_of_money(following)
        around = self._tokens[max(0, first - 6) : first + 6]
        return any(
            _singular(token.low) == _singular(following.low) for token in around if token is not following or at < first
        )

    def _numbers(self, first: int, stop: int, value: Decimal) -> Iterator[int]:
        """The tokens where a number with a value begins."""
        for at in range(first, stop):
            token = self._tokens[at]
            if token.kind == "number" or token.low in NUMBER_WORDS:
                number = read_number(self._tokens, at)
                if number is not None and number.value == value:
                    yield at

    def _says_sum(self, stated: Stated, gap: tuple[int, int]) -> bool:
        before, after = self._clauses.lows(*gap), self._clauses.lows(stated.stop, stated.stop + 3)
        if not SUMS.isdisjoint(before) or before[-1:] == ["="]:
            return True
        closed = next((at for at, low in enumerate(after) if low in ",.;:()"), len(after))
        return not SUMS.isdisjoint(after[:closed]) or after[:2] in (["in", "all"], ["all", "in"])


def _singular(low: str) -> str:
    """A noun without the end of its plural: "page", "pages", "sesión" and "sesiones" differ in nothing else."""
    return low.removesuffix("s").removesuffix("e")
