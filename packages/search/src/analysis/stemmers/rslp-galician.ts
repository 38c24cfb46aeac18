// Tables: the endings of Galician, in steps as for Portuguese. The plurals are those of the rules that the Galician
// Virtual Library (University of A Coruña) publishes for its stemmer; the other steps follow the grammar: the
// spellings of the several norms are made one, then come adverbs, augmentatives and diminutives, nouns, verbs.

import { step } from './rslp.ts';
import { folding } from './rules.ts';

const plural = step(
  `
  ns 1 n ! luns furatapóns furatapons
  ós 3 ón
  ões 3 ón
  ães 1 ão ! mães magalhães
  ais 2 al ! cais tais mais pais ademais
  áis 2 al ! cáis táis máis páis ademáis
  éis 2 el
  eis 2 el
  óis 2 ol ! escornabóis
  ois 2 ol ! escornabois
  ís 2 il ! país
  is 2 il ! menfis pais kinguis
  les 2 l ! ingles marselles montreales senegales manizales móstoles nápoles
  res 3 r ! petres henares cáceres baleares linares londres mieres miraflores mércores venres pires
  ces 2 z
  zes 2 z
  ises 3 i
  ás 1 al ! más
  ses 2 s
  s 2 ! barbadés barcelonés cantonés gabonés llanés medinés escocés escocês francês barcelonês cantonês macramés reves barcelones cantones gabones llanes magallanes medines escoces frances xoves martes aliás pires lápis cais mais mas menos férias pêsames crúcis país cangas atenas asturias canarias filipinas honduras molucas caldas mascareñas micenas covarrubias psoas óculos nupcias`,
  { minLength: 3, ends: ['s'], wholeWords: true },
);

const unification = step(`
  íssimo 5 ísimo
  íssima 5 ísima
  aço 4 azo
  aça 4 aza
  uça 4 uza
  lhar 2 llar
  lher 2 ller
  lhor 2 llor
  lho 1 llo
  lha 1 lla
  nhar 2 ñar
  nhor 2 ñor
  nho 1 ño
  nha 1 ña
  ário 3 ario
  ária 3 aria
  able 2 ábel
  ável 2 ábel
  ible 2 íbel
  ível 2 íbel
  çom 2 ción
  çon 2 ción
  agem 2 axe
  age 2 axe ! paraxe
  ão 3 ón
  ao 1 án
  om 3 ón
  m 3 n`);

const adverb = step('mente 4 ! experimente vehemente sedimente');

const augmentative = step(`
  dísimo 5
  dísima 5
  bilísimo 3
  bilísima 3
  ísimo 3
  ísima 3
  ésimo 3
  ésima 3
  érrimo 4
  érrima 4
  ciño 4
  ciña 4
  quiño 3
  quiña 3
  iño 3 ! camiño cariño cominho
  iña 3 ! camiña cariña raíña liña miña
  uxo 4
  uxa 4
  allón 4
  azo 4 ! abrazo espazo cazo andazo bagazo embarazo
  aza 4 ! alianza esperanza andanza bonanza
  uzo 4
  uza 4
  arrón 4
  astro 3 ! balastro
  astra 3 ! banastra canastra contrastra piastra
  acho 4
  acha 4
  ito 3
  ita 3
  ote 4
  ota 4
  ela 4
  elo 4
  án 4
  ón 4 ! ción sión xión camión canción corazón embrión furacán lampión león nación órfón patrón portón razón situación tradición`);

const noun = step(`
  encialista 4
  bilidade 4
  alidade 4
  ividade 4
  idade 4 ! autoridade comunidade
  dade 3 ! autoridade comunidade
  amento 3 ! firmamento fundamento departamento
  imento 3
  mento 6 ! firmamento elemento complemento instrumento departamento
  ización 4
  ación 3
  ición 4
  ción 3
  sión 3
  alista 5
  ista 3
  alismo 4
  ismo 3 ! cinismo
  axe 3
  ador 3
  adora 3
  edor 3
  edora 3
  idor 4
  idora 4
  dor 4
  tor 3 ! benfeitor leitor editor pastor produtor promotor consultor
  ado 2 ! grado
  ada 2 ! pitada
  ido 3 ! cándido consolido decido duvido
  ida 3 ! vida dúbida dúvida
  ivo 4 ! pasivo posesivo pexorativo positivo
  iva 4 ! saliva oliva
  ábel 2 ! afábel razoábel potábel vulnerábel
  íbel 3 ! posíbel
  eiro 3 ! desfiladeiro pioneiro mosteiro
  eira 3 ! beira cadeira bandeira feira barreira fronteira poeira
  oso 3 ! precioso
  osa 3 ! mucosa prosa
  ario 3 ! voluntario salario aniversario diario armario
  aria 3
  ería 3
  encia 3
  ancia 4 ! ambulancia
  eza 3
  ez 4
  ura 4 ! imatura acupuntura costura
  ante 2 ! xigante elefante adiante posante instante restaurante
  ente 4 ! frecuente alimente acrecente permanente oriente aparente
  ástico 4 ! eclesiástico
  tico 3 ! político eclesiástico diagnóstico práctico doméstico idéntico artístico auténtico crítico
  ico 3 ! tico público explico
  ica 3 ! tica
  ial 3
  al 4 ! afinal animal estatal desleal fiscal formal persoal liberal postal virtual visual puntual
  és 4
  esa 4 ! mesa obesa princesa turquesa
  ense 5
  ego 3
  ega 3
  ano 4
  ana 4 ! caravana banana
  ria 4
  ia 3`);

const verb = step(`
  aríamos 2
  eríamos 2
  iríamos 3
  ásemos 2
  ésemos 2
  ísemos 3
  ariades 2
  eriades 2
  iriades 3
  abamos 2
  ábamos 2
  abades 2
  áramos 2
  éramos 2
  íramos 3
  arades 2
  erades 2
  irades 3
  aremos 2
  eremos 2
  iremos 3
  aredes 2
  eredes 2
  iredes 3
  aríamo 2
  eríamo 2
  iríamo 3
  ásemo 2
  ésemo 2
  ísemo 3
  ariade 2
  eriade 2
  iriade 3
  ábamo 2
  abade 2
  áramo 2
  éramo 2
  íramo 3
  arade 2
  erade 2
  irade 3
  aremo 2
  eremo 2
  iremo 3
  arede 2
  erede 2
  irede 3
  arían 2
  erían 2
  irían 3
  aches 2
  eches 3
  iches 3
  ariña 2
  iamos 3
  íamos 3
  iades 3
  íades 3
  íamo 3
  iade 3
  ándon 2
  ando 2
  endo 3
  indo 3
  ondo 3
  aban 2
  aran 2
  eran 3
  iran 3
  arán 2
  erán 3
  irán 3
  asen 2
  esen 3
  isen 3
  aron 2
  eron 3
  iron 3
  aría 2
  ería 3
  iría 3
  aste 2
  este 3 ! faroeste agreste
  iste 4
  ache 2
  eche 3
  iche 3
  amos 2
  emos 2
  imos 3
  ades 2
  edes 3
  ides 3
  armo 2
  ermo 3
  irmo 3
  arde 2
  erde 3
  irde 3
  arei 2
  erei 3
  irei 3 ! admirei
  aren 2
  eren 3
  iren 3
  aba 2
  ara 2 ! arara prepara
  era 3 ! acelera espera
  ira 3 ! fronteira sátira
  ará 2 ! alvará
  erá 3
  irá 3
  ase 2
  ese 3
  ise 3
  amo 2
  emo 2
  imo 3 ! reprimo íntimo
  ade 2
  ede 3
  ide 3
  izar 5 ! organizar
  ear 4 ! nuclear
  ar 2 ! azar bazar patamar
  er 2 ! éter
  ir 3
  ían 3
  ía 3
  ei 3
  ou 3
  eu 3 ! chapeu
  iu 3
  an 2
  en 2 ! virxe
  ue 3
  ún 3`);

const vowel = step(`
  gue 2 g
  que 2 c
  a 3
  e 3
  o 3
  á 3
  é 3
  ó 3`);

/** ñ and ç are letters of their own. */
const withoutAccents = folding(['á', 'a'], ['éê', 'e'], ['í', 'i'], ['ó', 'o'], ['ú', 'u']);

/** Augmentatives pile up in Galician (`-azo`, `-iño`), so that step is repeated. */
function withoutAugmentatives(term: string): string {
  let word = term;
  for (let next = augmentative(word); next !== word; next = augmentative(word)) word = next;
  return word;
}

export function galician(term: string): string {
  const word = withoutAugmentatives(adverb(unification(plural(term))));
  const asNoun = noun(word);
  const stem = asNoun !== word ? asNoun : verb(word);
  return withoutAccents(vowel(stem));
}

/** Plurals alone. */
export const minimalGalician = plural;
