"""Words of English and Spanish that say nothing about a topic; a query of these alone finds nothing.

One list for both languages, as visitors mix them. Accented forms are listed beside the bare ones people type, and
a bare form stands here only if it means nothing else: `té` is a drink. `quién`, `dónde` and `cuándo` are left out:
they begin the questions that a site answers.
"""

_ENGLISH = """
a about after again all also am an and any are as at be because been before being between both but by can could did
do does doing don't each few for from get give had has have having he her here hers him his how i i'd i'll i'm i've
if in into is it its it's just know let like make many may me might more most much must my need no nor not of off on
once only or other our ours out over own please same she should so some such tell than thank thanks that that's the
their them then there these they this those through to too up us very want was we we'd we'll we're were what what's
when where which while who why will with without would you you'd your yours hello hi can't couldn't didn't doesn't
isn't aren't won't wouldn't someone something
"""
_SPANISH = """
a acerca ahí al algo algún alguna alguno algunos antes aquí así aun aún bien cada como cómo con cual cuál cuales
cuáles cuando cuanta cuánta cuanto cuánto cuantos cuántos cuesta de del desde donde dos e el él ella ellos en entre
era es esa ese eso esta está están estar estas este esto estos estoy fue gracias gustaría ha haber había hace hacen
hacer hacia han hasta hay he hola hoy la las le les lo los me mi mis mucho muy más mas mí necesita necesito ni no
nos nosotros nuestra nuestro o os otra otro otros para pero poco por porque puede puedes puedo pues que qué quien
quiere quiero quisiera saber se ser si sí sido sin sobre solo sólo son soy su sus también tan te tengo tenemos tener
tiene tienen tienes toda todas todo todos tu tus tú u un una uno unos va vamos ve y ya yo hacéis haces haz tenéis
podéis queréis necesitáis ofrecéis decidme dime necesitamos alguien
"""
STOPWORDS = frozenset((_ENGLISH + _SPANISH).split())
