import { expect, test } from 'bun:test';
import { globalAnalyzer, show } from '../testing.ts';

// Tokens of random words and stop words, as Lucene's analyzers give them.
const CASES: readonly (readonly [analyzer: string, text: string, tokens: string])[] = [
  [
    'arabic',
    "حتىانتلل لكالذينه ولن إنهاللوال فهيفيية يجميعغيرون الاوأماية بالقدحتىها ما's انهاوهيال'nın فأن ولا",
    "حتيانتلل:0-8<ALPHANUM> لكالذين:9-17<ALPHANUM> انهاللوال:22-31<ALPHANUM>+2 فهيف:32-39<ALPHANUM> يجميعغير:40-50<ALPHANUM> اواما:51-60<ALPHANUM> قدحت:61-71<ALPHANUM> ما's:72-76<ALPHANUM> انهاوهيال'nın:77-90<ALPHANUM> |98+2",
  ],
  [
    'arabic',
    "لممنات بهوهيين هذاأيو ينولاإنهلل أي لدى ومن عن l'هافماكماوال الاون فيه وإن",
    "لممن:0-6<ALPHANUM> بهوه:7-14<ALPHANUM> هذاايو:15-21<ALPHANUM> ينولاانهلل:22-32<ALPHANUM> l'هافماكماوال:47-60<ALPHANUM>+5 اون:61-66<ALPHANUM> |74+2",
  ],
  [
    'arabic',
    "l'اوتلكفال فالاوأىكال'nın l'هالهابانين اتإليفي كما هىاى أنهأنتال منذوكانتفال فأن بينماماة كالالىولني يهوهويكونلل",
    "l'اوتلكفال:0-10<ALPHANUM> اوايكال'nın:11-25<ALPHANUM> l'هالهابان:26-38<ALPHANUM> اتاليف:39-46<ALPHANUM> هيا:51-55<ALPHANUM>+2 انهانتال:56-64<ALPHANUM> منذوكانتفال:65-76<ALPHANUM> بينماما:81-89<ALPHANUM>+2 اليولن:90-100<ALPHANUM> يهوهويكونلل:101-112<ALPHANUM> |112",
  ],
  [
    'armenian',
    "աղբյուրներում սովամահության մանկավարժությունը ԿԵՐԱԿՐԻ ոգևորում որպես l'միջագետքի երկրագործություն հավատարմության սարդերի ռադիոկայաններ'nın խաբելով",
    "աղբյուր:0-13<ALPHANUM> սովամահ:14-27<ALPHANUM> մանկավարժ:28-45<ALPHANUM> կերակր:46-53<ALPHANUM> ոգևոր:54-62<ALPHANUM> l'միջագետ:69-80<ALPHANUM>+2 երկրագործությ:81-97<ALPHANUM> հավատարմ:98-112<ALPHANUM> սարդերի:113-120<ALPHANUM> ռադիոկայաններ'nın:121-138<ALPHANUM> խաբ:139-146<ALPHANUM> |146",
  ],
  [
    'armenian',
    "հետ Հանդիպումը Արդարացնի Ես ն կամ'nın Երաշխավորությամբ վետոն հեռարձակումն էքսպերտ գավիթ զարդային",
    "հանդիպ:4-14<ALPHANUM>+2 արդարացն:15-24<ALPHANUM> կամ'nın:30-37<ALPHANUM>+3 երաշխավորությ:38-54<ALPHANUM> վետոն:55-60<ALPHANUM> հեռարձ:61-73<ALPHANUM> էքսպերտ:74-81<ALPHANUM> գավիթ:82-87<ALPHANUM> զարդայ:88-96<ALPHANUM> |96",
  ],
  [
    'armenian',
    "պահպանի ցանկացավ քարայրներում կասկածվողների Եղինջի պառկեց Ղարաբաղցի լեկցիա այս l'էինք լանջը քառասուներկու'nın",
    "պահպ:0-7<ALPHANUM> ցանկ:8-16<ALPHANUM> քարայր:17-29<ALPHANUM> կասկածվող:30-43<ALPHANUM> եղինջ:44-50<ALPHANUM> պառկ:51-57<ALPHANUM> ղարաբաղց:58-67<ALPHANUM> լեկ:68-74<ALPHANUM> l'էին:79-85<ALPHANUM>+2 լանջը:86-91<ALPHANUM> քառասուներկու'nın:92-109<ALPHANUM> |109",
  ],
  [
    'basque',
    "martxoa nabe's fasciata portada arratoiak hauek diharduen'nın buruzagitza dokumentuak alderdiaren aintzirarik da",
    "mar:0-7<ALPHANUM> nabe's:8-14<ALPHANUM> fascia:15-23<ALPHANUM> port:24-31<ALPHANUM> arrat:32-41<ALPHANUM> diharduen'nın:48-61<ALPHANUM>+2 buruza:62-73<ALPHANUM> doku:74-85<ALPHANUM> alderdia:86-97<ALPHANUM> aintzira:98-109<ALPHANUM> |112+1",
  ],
  [
    'basque',
    'trauma horra emakumek estaltzeko ekoizpena Eurak zen ehizatzen parlamentu trebea sostengua Zeukan',
    'trauma:0-6<ALPHANUM> emakum:13-21<ALPHANUM>+2 estal:22-32<ALPHANUM> ekoi:33-42<ALPHANUM> ehi:53-62<ALPHANUM>+3 par:63-73<ALPHANUM> trebea:74-80<ALPHANUM> sostengua:81-90<ALPHANUM> zeu:91-97<ALPHANUM> |97',
  ],
  [
    'basque',
    "kontrola ikastetxean l'hitzetik abendutik zikloi eurak formaz horiei galeriak ahulduta'nın Noiz konbinatuta",
    "kont:0-8<ALPHANUM> ikastetx:9-20<ALPHANUM> l'hitzet:21-31<ALPHANUM> abendut:32-41<ALPHANUM> zikl:42-48<ALPHANUM> forma:55-61<ALPHANUM>+2 galeri:69-77<ALPHANUM>+2 ahulduta'nın:78-90<ALPHANUM> konbi:96-107<ALPHANUM>+2 |107",
  ],
  [
    'bengali',
    "তা রকম আছেটিদের's আজ এমনি অবশ্যজানাদের যেকেদের বিভিন্নধামার তাইপ্রায়িতেছিলে জানা এমনদুই বহুছিলেনছিলেন",
    "আছেটিদের's:7-17<ALPHANUM>+3 অবসজানা:26-38<ALPHANUM>+3 যেক:39-46<ALPHANUM> বিভিন্নধামার:47-59<ALPHANUM> তাইপ্রায়:60-75<ALPHANUM> এমনদুই:81-87<ALPHANUM>+2 বহুছিলেন:88-101<ALPHANUM> |101",
  ],
  [
    'bengali',
    "হতেনিয়েিতেছিলে এর পরছিলেন চারবলা পরে's কমনেকোটিখানা বেশিবহু দুই থাকাবলা কিমতোছিলেন পি এই",
    "হতেনিয়ে:0-14<ALPHANUM> পর:18-25<ALPHANUM>+2 চারব:26-32<ALPHANUM> পরে's:33-38<ALPHANUM> কমনেকোটি:39-51<ALPHANUM> বেসিবহু:52-59<ALPHANUM> থাকাব:64-71<ALPHANUM>+2 কিমতো:72-82<ALPHANUM> |88+2",
  ],
  [
    'bengali',
    "অবশ্য চেষ্টা নয়টিা's সঙ্গেকোটিখানা বিভিন্নমনেখানা নাতখনিলাম করাবহুগুলি এসিেদেরকে তাদুইিয়াছিলাম তাইযখনটা তাই মতোপ্রাথমিকি",
    "অবস:0-5<ALPHANUM> চেস্:6-12<ALPHANUM> নয়টিা's:13-20<ALPHANUM> সং্গেকোটি:21-34<ALPHANUM> বিভিন্নমনে:35-49<ALPHANUM> নাতখন:50-59<ALPHANUM> করাবহু:60-70<ALPHANUM> এসি:71-80<ALPHANUM> তাদুই:81-95<ALPHANUM> তাইযখন:96-104<ALPHANUM> মতোপ্রাথমিক:109-121<ALPHANUM>+2 |121",
  ],
  [
    'brazilian',
    "nem l'stuart ultrapassar oitavo'nın cinema cabos Por siderúrgica SAYÃO corrigido mimos quanto",
    "l'stuart:4-12<ALPHANUM>+2 ultrapass:13-24<ALPHANUM> oitavo'nın:25-35<ALPHANUM> cinem:36-42<ALPHANUM> cab:43-48<ALPHANUM> siderurg:53-64<ALPHANUM>+2 saya:65-70<ALPHANUM> corrig:71-80<ALPHANUM> mim:81-86<ALPHANUM> |93+1",
  ],
  [
    'brazilian',
    "riam local montadas Mercadores l'pessi l'tuas pipes neste únicas Química metaforicamente egressos",
    "riam:0-4<ALPHANUM> local:5-10<ALPHANUM> mont:11-19<ALPHANUM> mercador:20-30<ALPHANUM> l'pessi:31-38<ALPHANUM> l'tuas:39-45<ALPHANUM> pip:46-51<ALPHANUM> unic:58-64<ALPHANUM>+2 quimic:65-72<ALPHANUM> metaforic:73-88<ALPHANUM> egress:89-97<ALPHANUM> |97",
  ],
  [
    'brazilian',
    "como doentia somariam'nın diversas cujo tal's notabilizou ásia pelos superada durante teoria",
    "doent:5-12<ALPHANUM>+2 somariam'nın:13-25<ALPHANUM> tal's:40-45<ALPHANUM>+3 notabiliz:46-57<ALPHANUM> asi:58-62<ALPHANUM> super:69-77<ALPHANUM>+2 teor:86-92<ALPHANUM>+2 |92",
  ],
  [
    'bulgarian',
    "подавался бъдат Въпреки Поради истории сте отправляли карпатах вскрикну прислушивавшийся l'значительно l'круглой",
    "подавалс:0-9<ALPHANUM> истори:31-38<ALPHANUM>+4 отправлял:43-53<ALPHANUM>+2 карпатах:54-62<ALPHANUM> вскрикну:63-71<ALPHANUM> прислушивавшийс:72-88<ALPHANUM> l'значительн:89-102<ALPHANUM> l'круглой:103-112<ALPHANUM> |112",
  ],
  [
    'bulgarian',
    "Срещу били нея неповоротливом недостоин пак l'какво Сестриц выносили колдуют учителем по",
    "неповоротливом:15-29<ALPHANUM>+4 недостоин:30-39<ALPHANUM> l'какв:44-51<ALPHANUM>+2 сестриц:52-59<ALPHANUM> выносил:60-68<ALPHANUM> колдуют:69-76<ALPHANUM> учителем:77-85<ALPHANUM> |88+1",
  ],
  [
    'bulgarian',
    "вулканических жёлтый высокомерного пак владела ребята бъде взлетающего'nın въпреки выгодах нравственности такива",
    "вулканических:0-13<ALPHANUM> жёлтый:14-20<ALPHANUM> высокомерног:21-34<ALPHANUM> владел:39-46<ALPHANUM>+2 реб:47-53<ALPHANUM> взлетающего'nın:59-74<ALPHANUM>+2 выгодах:83-90<ALPHANUM>+2 нравственност:91-105<ALPHANUM> |112+1",
  ],
  [
    'catalan',
    'octogonal PROPI desintegrant oradora terroritzar pròxims mentó cadascuns periodístic poca Éreu importantíssim',
    'octogon:0-9<ALPHANUM> desintegr:16-28<ALPHANUM>+2 or:29-36<ALPHANUM> terror:37-48<ALPHANUM> prox:49-56<ALPHANUM> ment:57-62<ALPHANUM> period:73-84<ALPHANUM>+2 important:95-109<ALPHANUM>+3 |109',
  ],
  [
    'catalan',
    "prefixat estaven trampa repintat resolgué poca multiplexació'nın tombant dificultats útils com curiositat",
    "prefix:0-8<ALPHANUM> tramp:17-23<ALPHANUM>+2 repint:24-32<ALPHANUM> resolgu:33-41<ALPHANUM> multiplexacio'nın:47-64<ALPHANUM>+2 tomb:65-72<ALPHANUM> dificult:73-84<ALPHANUM> ut:85-90<ALPHANUM> curi:95-105<ALPHANUM>+2 |105",
  ],
  [
    'catalan',
    "nuls GOVERNANT eminentment hi abans'nın purificar's ambdues Tot gallines revolts llaminadura ta",
    "nul:0-4<ALPHANUM> govern:5-14<ALPHANUM> eminent:15-26<ALPHANUM> abans'nın:30-39<ALPHANUM>+2 pur:40-51<ALPHANUM> gall:64-72<ALPHANUM>+3 revolt:73-80<ALPHANUM> llamin:81-92<ALPHANUM> |95+1",
  ],
  [
    'cjk',
    "Of 日本語 แสดง's Ｔｅｓｔ's ﾃｽﾄ ได้ การที่ แสดง ได้ ﾃｽﾄ 한국어 l'no",
    "日本:3-5<DOUBLE>+2 本語:4-6<DOUBLE> แสดง:7-11<SOUTHEAST_ASIAN> test's:14-20<ALPHANUM>+2 テス:21-23<DOUBLE> スト:22-24<DOUBLE> ได้:25-28<SOUTHEAST_ASIAN> การที่:29-35<SOUTHEAST_ASIAN> แสดง:36-40<SOUTHEAST_ASIAN> ได้:41-44<SOUTHEAST_ASIAN> テス:45-47<DOUBLE> スト:46-48<DOUBLE> 한국:49-51<DOUBLE> 국어:50-52<DOUBLE> l'no:53-57<ALPHANUM> |57",
  ],
  [
    'cjk',
    "テスト ﾃｽﾄ テスト テスト การที่ 한국어 한국어 ﾃｽﾄ is as テスト 한국어's",
    "テス:0-2<DOUBLE> スト:1-3<DOUBLE> テス:4-6<DOUBLE> スト:5-7<DOUBLE> テス:8-10<DOUBLE> スト:9-11<DOUBLE> テス:12-14<DOUBLE> スト:13-15<DOUBLE> การที่:16-22<SOUTHEAST_ASIAN> 한국:23-25<DOUBLE> 국어:24-26<DOUBLE> 한국:27-29<DOUBLE> 국어:28-30<DOUBLE> テス:31-33<DOUBLE> スト:32-34<DOUBLE> テス:41-43<DOUBLE>+3 スト:42-44<DOUBLE> 한국어's:45-50<ALPHANUM> |50",
  ],
  [
    'cjk',
    'Ｔｅｓｔ แสดง be การที่ 한국어 แสดง ﾃｽﾄ テスト ได้ การที่ การที่ ON',
    'test:0-4<ALPHANUM> แสดง:5-9<SOUTHEAST_ASIAN> การที่:13-19<SOUTHEAST_ASIAN>+2 한국:20-22<DOUBLE> 국어:21-23<DOUBLE> แสดง:24-28<SOUTHEAST_ASIAN> テス:29-31<DOUBLE> スト:30-32<DOUBLE> テス:33-35<DOUBLE> スト:34-36<DOUBLE> ได้:37-40<SOUTHEAST_ASIAN> การที่:41-47<SOUTHEAST_ASIAN> การที่:48-54<SOUTHEAST_ASIAN> |57+1',
  ],
  [
    'czech',
    "l'jej služebně obléká první svými hustě jehož jednotkou detektiva kont předmluvou's falešný",
    "l'jj:0-5<ALPHANUM> služebn:6-14<ALPHANUM> oblék:15-21<ALPHANUM> hust:34-39<ALPHANUM>+3 jednotk:46-55<ALPHANUM>+2 detektiv:56-65<ALPHANUM> kont:66-70<ALPHANUM> předmluvou's:71-83<ALPHANUM> falešn:84-91<ALPHANUM> |91",
  ],
  [
    'czech',
    "soudobý Čtvrtfinálovou l'vnímají ani's navštěvována l'konzumuje odložené stíhaček přicházela rozdělovala Strohé nejmocnějším'nın",
    "soudob:0-7<ALPHANUM> čtvrtfinál:8-22<ALPHANUM> l'vnímaj:23-32<ALPHANUM> ani's:33-38<ALPHANUM> navštěvován:39-51<ALPHANUM> l'konzumuj:52-63<ALPHANUM> odložn:64-72<ALPHANUM> stíhačk:73-81<ALPHANUM> přicházl:82-92<ALPHANUM> rozděloval:93-104<ALPHANUM> stroh:105-111<ALPHANUM> nejmocnějším'nın:112-128<ALPHANUM> |128",
  ],
  [
    'czech',
    "zkázy'nın l'podvozkové sciences doplněna's komické Úmysl vydavatelství ty zásobovací PUBLIKOVAL vzal l'právům",
    "zkázy'nın:0-9<ALPHANUM> l'podvozk:10-22<ALPHANUM> scienk:23-31<ALPHANUM> doplněna's:32-42<ALPHANUM> komick:43-50<ALPHANUM> úmysl:51-56<ALPHANUM> vydavatelstv:57-70<ALPHANUM> zásobovak:74-84<ALPHANUM>+2 publikoval:85-95<ALPHANUM> vzal:96-100<ALPHANUM> l'práv:101-109<ALPHANUM> |109",
  ],
  [
    'danish',
    'lådne ran blusel vor overvunden birsja salgssummerne DET oplever SNART mod meget',
    'lådn:0-5<ALPHANUM> ran:6-9<ALPHANUM> blusel:10-16<ALPHANUM> overvund:21-31<ALPHANUM>+2 birsja:32-38<ALPHANUM> salgssum:39-52<ALPHANUM> oplev:57-64<ALPHANUM>+2 snart:65-70<ALPHANUM> |80+2',
  ],
  [
    'danish',
    'metusjael aseja ugudelig hvad iriten fjender Lutret til kvæg indridse oprejse bestænkede',
    'metusjael:0-9<ALPHANUM> aseja:10-15<ALPHANUM> ugud:16-24<ALPHANUM> irit:30-36<ALPHANUM>+2 fjend:37-44<ALPHANUM> lutr:45-51<ALPHANUM> kvæg:56-60<ALPHANUM>+2 indrids:61-69<ALPHANUM> oprejs:70-77<ALPHANUM> bestænked:78-88<ALPHANUM> |88',
  ],
  [
    'danish',
    "flettet hvis nu ad navngivne'nın sådan alf retfærdiggøres REVSER foragtede skaj skulle",
    "flet:0-7<ALPHANUM> navngivne'nın:19-32<ALPHANUM>+4 alf:39-42<ALPHANUM>+2 retfærdiggør:43-57<ALPHANUM> revs:58-64<ALPHANUM> foragted:65-74<ALPHANUM> skaj:75-79<ALPHANUM> |86+1",
  ],
  [
    'dutch',
    "zal l'hun dus nu doch axiaalrollen commentaar humeus geen verbaast Overblijfselen niet",
    "l'hun:4-9<ALPHANUM>+2 axiaalroll:22-34<ALPHANUM>+4 commentar:35-45<ALPHANUM> humeus:46-52<ALPHANUM> verbaast:58-66<ALPHANUM>+2 overblijfsel:67-81<ALPHANUM> |86+1",
  ],
  [
    'dutch',
    'HIER energieheffingen gietijzer toegevoegde inlichtingen zoal regeneratief heftige firmament Stookte altijd nrb',
    'energieheff:5-21<ALPHANUM>+2 gietijzer:22-31<ALPHANUM> toegevoegd:32-43<ALPHANUM> inlicht:44-56<ALPHANUM> zoal:57-61<ALPHANUM> regeneratief:62-74<ALPHANUM> heftig:75-82<ALPHANUM> firmament:83-92<ALPHANUM> stookt:93-100<ALPHANUM> nrb:108-111<ALPHANUM>+2 |111',
  ],
  [
    'dutch',
    "geluidsniveau ja om kwijtgescholden emsland ik door onder onder hieruit gelijk'nın hebben",
    "geluidsniveau:0-13<ALPHANUM> kwijtgeschold:20-35<ALPHANUM>+3 emsland:36-43<ALPHANUM> hieruit:64-71<ALPHANUM>+5 gelijk'nın:72-82<ALPHANUM> |89+1",
  ],
  [
    'english',
    "ewent l'was scroyles rince patted'nın moorship bedridden Alcide me hellespont boggley unwonted",
    "ewent:0-5<ALPHANUM> l'wa:6-11<ALPHANUM> scroyl:12-20<ALPHANUM> rinc:21-26<ALPHANUM> patted'nın:27-37<ALPHANUM> moorship:38-46<ALPHANUM> bedridden:47-56<ALPHANUM> alcid:57-63<ALPHANUM> me:64-66<ALPHANUM> hellespont:67-77<ALPHANUM> bogglei:78-85<ALPHANUM> unwont:86-94<ALPHANUM> |94",
  ],
  [
    'english',
    "anchors remonstrates for grimbles athens courting SPORTSMEN l'their such At chamberers jaunce",
    "anchor:0-7<ALPHANUM> remonstr:8-20<ALPHANUM> grimbl:25-33<ALPHANUM>+2 athen:34-40<ALPHANUM> court:41-49<ALPHANUM> sportsmen:50-59<ALPHANUM> l'their:60-67<ALPHANUM> chamber:76-86<ALPHANUM>+3 jaunc:87-93<ALPHANUM> |93",
  ],
  [
    'english',
    "auburn dilations battle theodolite'nın Asseverations stimulate are Batailles that but an lank",
    "auburn:0-6<ALPHANUM> dilat:7-16<ALPHANUM> battl:17-23<ALPHANUM> theodolite'nın:24-38<ALPHANUM> assever:39-52<ALPHANUM> stimul:53-62<ALPHANUM> batail:67-76<ALPHANUM>+2 lank:89-93<ALPHANUM>+4 |93",
  ],
  [
    'finnish',
    "franklin filmit noina Aivotkin elintarvikeliikkeiden ilmavaivoja l'balthasar ilmastokokoukseen ollut's meissä hajaantunut hell's",
    "frankl:0-8<ALPHANUM> film:9-15<ALPHANUM> aivo:22-30<ALPHANUM>+2 elintarvikeliik:31-52<ALPHANUM> ilmavaivo:53-64<ALPHANUM> l'balthasar:65-76<ALPHANUM> ilmastokokouks:77-94<ALPHANUM> ollut's:95-102<ALPHANUM> hajaantunu:110-121<ALPHANUM>+2 hell's:122-128<ALPHANUM> |128",
  ],
  [
    'finnish',
    'hiihtolatuja ehdotetun kenelle inflaatiokehitystä haapajärveltä festivaalin härö burmeisterin galapagos meillä avoimempaan häneltä',
    'hiihtolatu:0-12<ALPHANUM> ehdotetu:13-22<ALPHANUM> inflaatiokehity:31-49<ALPHANUM>+2 haapajärv:50-63<ALPHANUM> festivaal:64-75<ALPHANUM> härö:76-80<ALPHANUM> burmeister:81-93<ALPHANUM> galapagos:94-103<ALPHANUM> avoim:111-122<ALPHANUM>+2 |130+1',
  ],
  [
    'finnish',
    "l'freeman missä HEILTÄ niinä siksi's NIISSÄ boys ai elinkeinoelämästä ahdinkoa hakijoihin cucchi",
    "l'freema:0-9<ALPHANUM> siksi's:29-36<ALPHANUM>+4 boys:44-48<ALPHANUM>+2 ai:49-51<ALPHANUM> elinkeinoeläm:52-69<ALPHANUM> ahdinko:70-78<ALPHANUM> hakij:79-89<ALPHANUM> cucch:90-96<ALPHANUM> |96",
  ],
  [
    'finnish',
    "keneksi sinussa avausosassa gilroyn huolehtisivat frakkeihin hiljaiset ALASARJOIHIN hiihtelevät jona joilta'nın l'yli",
    "avausos:16-27<ALPHANUM>+3 gilroy:28-35<ALPHANUM> huolehtisiv:36-49<ALPHANUM> frak:50-60<ALPHANUM> hiljais:61-70<ALPHANUM> alasarj:71-83<ALPHANUM> hiihtelev:84-95<ALPHANUM> joilta'nı:101-111<ALPHANUM>+2 l'yli:112-117<ALPHANUM> |117",
  ],
  [
    'french',
    "Peinture Joue déchaînement l'péchés y nourrisse propositions catena voilée était écria Fût",
    'peintur:0-8<ALPHANUM> joue:9-13<ALPHANUM> dechain:14-26<ALPHANUM> pech:27-35<ALPHANUM> nouris:38-47<ALPHANUM>+2 propos:48-60<ALPHANUM> catena:61-67<ALPHANUM> voil:68-74<ALPHANUM> ecria:81-86<ALPHANUM>+2 |90+1',
  ],
  [
    'french',
    "attroupement renaissantes'nın vos nuiraient humainement voudraient large eue quelle eûtes serez AVAIS",
    "atroup:0-12<ALPHANUM> renaisantes'nın:13-29<ALPHANUM> nuiraient:34-43<ALPHANUM>+2 humain:44-55<ALPHANUM> voudraient:56-66<ALPHANUM> larg:67-72<ALPHANUM> |101+5",
  ],
  [
    'french',
    "oubliant assemblée serait'nın printemps malagrida était serrer's non poursuivis l'débarquant inouïes l'immorales",
    "oubliant:0-8<ALPHANUM> asembl:9-18<ALPHANUM> serait'nın:19-29<ALPHANUM> printemp:30-39<ALPHANUM> malagrida:40-49<ALPHANUM> serer':56-64<ALPHANUM>+2 non:65-68<ALPHANUM> poursuivi:69-79<ALPHANUM> debarquant:80-92<ALPHANUM> inouï:93-100<ALPHANUM> imoral:101-112<ALPHANUM> |112",
  ],
  [
    'german',
    "gefilzt Tätigkeitstriebe unhörbar dort Rußes tonfall den entpuppte Dies nützt patienten's übles's",
    "gefilzt:0-7<ALPHANUM> tatigkeitstrieb:8-24<ALPHANUM> unhorbar:25-33<ALPHANUM> russ:39-44<ALPHANUM>+2 tonfall:45-52<ALPHANUM> entpuppt:57-66<ALPHANUM>+2 nutzt:72-77<ALPHANUM>+2 patienten's:78-89<ALPHANUM> ubles's:90-97<ALPHANUM> |97",
  ],
  [
    'german',
    "waren warst hörend l'verletzte tiersamen behaglicher Misstrauen UM nesseln l'dient derer sicherheitspolizei",
    "horend:12-18<ALPHANUM>+3 l'verletzt:19-30<ALPHANUM> tiersam:31-40<ALPHANUM> behaglich:41-52<ALPHANUM> misstrau:53-63<ALPHANUM> nesseln:67-74<ALPHANUM>+2 l'dient:75-82<ALPHANUM> sicherheitspolizei:89-107<ALPHANUM>+2 |107",
  ],
  [
    'german',
    "Gewässer konnte wieviel causam verbesserungsvorschläge's anderer prustete sitz will verstecken ankömmlingen einen",
    "gewass:0-8<ALPHANUM> konnt:9-15<ALPHANUM> wieviel:16-23<ALPHANUM> causam:24-30<ALPHANUM> verbesserungsvorschlage's:31-56<ALPHANUM> prustet:65-73<ALPHANUM>+2 sitz:74-78<ALPHANUM> versteck:84-94<ALPHANUM>+2 ankommling:95-107<ALPHANUM> |113+1",
  ],
  [
    'greek',
    'αχαίνιο συνταγματικότητα οσο καινούριες Αυτο ισωσ επανέλαβαν ΚΙ σφαγιασθέντες κατα Καταχωρημένα συντάχτηκε',
    'αχαινι:0-7<ALPHANUM> συνταγματικοτητ:8-24<ALPHANUM> καινουρι:29-39<ALPHANUM>+2 επανελαβ:50-60<ALPHANUM>+3 σφαγιασθεντ:64-77<ALPHANUM>+2 καταχωρημεν:83-95<ALPHANUM>+2 συνταχτ:96-106<ALPHANUM> |106',
  ],
  [
    'greek',
    "καθοδηγήσουν αυτοσ ισωσ l'υποχείριο προτεινόμενες l'στην τυχών που ΕΓΓΥΗΤΉ άνωση σοσιαλιστικών's ειναι",
    "καθοδηγ:0-12<ALPHANUM> l'υποχειρι:24-35<ALPHANUM>+3 προτεινομεν:36-49<ALPHANUM> l'στην:50-56<ALPHANUM> τυχ:57-62<ALPHANUM> εγγυητ:67-74<ALPHANUM>+2 ανωσ:75-80<ALPHANUM> σοσιαλιστικων's:81-96<ALPHANUM> |102+1",
  ],
  [
    'greek',
    "περάσει παραλάβουν κι νοτιότερες Κοσμήματά ομόσπονδα'nın μικροί μετρικός'nın στο ομωσ οπωσ βάρυνε",
    "περασ:0-7<ALPHANUM> παραλαβ:8-18<ALPHANUM> νοτι:22-32<ALPHANUM>+2 κοσμημα:33-42<ALPHANUM> ομοσπονδα'nın:43-56<ALPHANUM> μικρ:57-63<ALPHANUM> μετρικοσ'nın:64-76<ALPHANUM> βαρυν:91-97<ALPHANUM>+4 |97",
  ],
  [
    'hindi',
    'युकोन अभि छुपी अत कोशी अनायास एनियाक मौखरि ड्वेक जिन्हें बनि मृदुभाषी',
    'युकोन:0-5<ALPHANUM> छुप:10-14<ALPHANUM>+2 कोश:18-22<ALPHANUM>+2 अनायास:23-29<ALPHANUM> एनियाक:30-36<ALPHANUM> मोखर:37-42<ALPHANUM> डवेक:43-48<ALPHANUM> मृदुभाष:61-69<ALPHANUM>+3 |69',
  ],
  [
    'hindi',
    "ब्राउजर l'जिन्हें मगर था ट अवसादग्रस्तता इसकी मिलनसार l'सकते राजतन्त्र संक्षारण's बहि",
    "बराउजर:0-7<ALPHANUM> l'जिंह:8-17<ALPHANUM> ट:25-26<ALPHANUM>+3 अवसादगरसत:27-40<ALPHANUM> मिलनसार:46-53<ALPHANUM>+2 l'सक:54-60<ALPHANUM> राजतंतर:61-70<ALPHANUM> संकषारण's:71-81<ALPHANUM> |85+1",
  ],
  [
    'hindi',
    'दिग्पाल इन्हों सकता टीएलसी मालोजी सहरसा कुल रहे मुकद्दमे साजन दवारा सर्वागीण',
    'दिगपाल:0-7<ALPHANUM> टिएलस:20-26<ALPHANUM>+3 मालोज:27-33<ALPHANUM> सहरस:34-39<ALPHANUM> मुकददम:48-56<ALPHANUM>+3 साजन:57-61<ALPHANUM> सरवागिण:68-76<ALPHANUM>+2 |76',
  ],
  [
    'indonesian',
    "meninggalnya l'prasasti tengah oleh halte otobiografis terowong dzuhur Glosofaringeal zei aberrans legged",
    "inggal:0-12<ALPHANUM> l'prasast:13-23<ALPHANUM> tengah:24-30<ALPHANUM> halte:36-41<ALPHANUM>+2 otobiografis:42-54<ALPHANUM> owong:55-63<ALPHANUM> dzuhur:64-70<ALPHANUM> glosofaringeal:71-85<ALPHANUM> zei:86-89<ALPHANUM> aberrans:90-98<ALPHANUM> legged:99-105<ALPHANUM> |105",
  ],
  [
    'indonesian',
    'jengki Incurvata Dioses kesemua hantu waluh huno ibadat menggiringnya hopper masaknya penyensoran',
    'jengki:0-6<ALPHANUM> incurvata:7-16<ALPHANUM> oses:17-23<ALPHANUM> semua:24-31<ALPHANUM> hantu:32-37<ALPHANUM> waluh:38-43<ALPHANUM> huno:44-48<ALPHANUM> ibadat:49-55<ALPHANUM> giring:56-69<ALPHANUM> hopper:70-76<ALPHANUM> masak:77-85<ALPHANUM> sensor:86-97<ALPHANUM> |97',
  ],
  [
    'indonesian',
    'alkali fosil steno entrepreneurship saling Kiranya kekuasaanku hijrahnya mendesign tirolensis paniki selama',
    'alkal:0-6<ALPHANUM> fosil:7-12<ALPHANUM> steno:13-18<ALPHANUM> entrepreneurship:19-35<ALPHANUM> kuasa:51-62<ALPHANUM>+3 hijrah:63-72<ALPHANUM> design:73-82<ALPHANUM> tirolensis:83-93<ALPHANUM> panik:94-100<ALPHANUM> |107+1',
  ],
  [
    'irish',
    "l'ón uilneacha go learscáil sacraiminte FÓN ba do seasca chomhiomlánaithe l'ráflaíocht faoina",
    "l'ón:0-4<ALPHANUM> uilneacha:5-14<ALPHANUM> learsc:18-27<ALPHANUM>+2 sacraiminte:28-39<ALPHANUM> fón:40-43<ALPHANUM> comhiomlánaithe:57-73<ALPHANUM>+4 l'ráfl:74-86<ALPHANUM> |93+1",
  ],
  [
    'irish',
    "ón mbreonna séid a leictrealú mhonamar l'meaisíniú dhigh chláróidh's walken'nın teagnacha corcrán's",
    "breonna:3-11<ALPHANUM>+2 séid:12-16<ALPHANUM> leictrealú:19-29<ALPHANUM>+2 monamar:30-38<ALPHANUM> l'meaisíniú:39-50<ALPHANUM> digh:51-56<ALPHANUM> cláróidh's:57-68<ALPHANUM> walken'nın:69-79<ALPHANUM> teagnacha:80-89<ALPHANUM> corcrán's:90-99<ALPHANUM> |99",
  ],
  [
    'irish',
    "trínár mé chríochach ciostóidigh's agus don l'trína l'aoir oirneadh Halmóir ghaibheas Leanódh",
    "críochach:10-20<ALPHANUM>+3 ciostóidigh's:21-34<ALPHANUM> l'trína:44-51<ALPHANUM>+3 l'aoir:52-58<ALPHANUM> oirn:59-67<ALPHANUM> halmóir:68-75<ALPHANUM> gaibheas:76-85<ALPHANUM> leanódh:86-93<ALPHANUM> |93",
  ],
  [
    'italian',
    "CHE stiano patenti Thailandia apparso dallo bipolarismo dinacci Passan ammutolisce l'sottil possiede",
    'patent:11-18<ALPHANUM>+3 thailand:19-29<ALPHANUM> appars:30-37<ALPHANUM> bipolarism:44-55<ALPHANUM>+2 dinacc:56-63<ALPHANUM> passan:64-70<ALPHANUM> ammutolisc:71-82<ALPHANUM> sottil:83-91<ALPHANUM> possied:92-100<ALPHANUM> |100',
  ],
  [
    'italian',
    "contrassegni stavamo facendo solimoes irpeg degli'nın CONCENTRATÈ larim's l'ad giuerra inoltrò Dagli",
    "contrassegn:0-12<ALPHANUM> solimoes:29-37<ALPHANUM>+3 irpeg:38-43<ALPHANUM> degli'nın:44-53<ALPHANUM> concentrat:54-65<ALPHANUM> larim's:66-73<ALPHANUM> giuerr:79-86<ALPHANUM>+2 inoltr:87-94<ALPHANUM> |100+1",
  ],
  [
    'italian',
    "in's l'quelle intimarvi Inedito stiate durissime's disparve agitato alcuni l'universale faccio pericolo",
    "in's:0-4<ALPHANUM> intimarv:14-23<ALPHANUM>+2 inedit:24-31<ALPHANUM> durissime's:39-50<ALPHANUM>+2 disparv:51-59<ALPHANUM> agitat:60-67<ALPHANUM> alcun:68-74<ALPHANUM> universal:75-87<ALPHANUM> pericol:95-103<ALPHANUM>+2 |103",
  ],
  [
    'latvian',
    "par verbs tiksietam būt removedwasņņu'nın varvirs varētajāmīm tak vis800ajās l'kolīdzparas ARĪ Varēsietkākšu",
    "verb:4-9<ALPHANUM>+2 tiksiet:10-19<ALPHANUM> removedwasņņu'nın:24-41<ALPHANUM>+2 varvir:42-49<ALPHANUM> varētajām:50-61<ALPHANUM> vis800:66-76<ALPHANUM>+2 l'kolīdzpar:77-90<ALPHANUM> varēsietkākst:95-108<ALPHANUM>+2 |108",
  ],
  [
    'latvian',
    "varēt esatvis iekam tapskļūšui'nın turpretīesatajos līdzkootrpusīs listbjais bijātforms droši kļūt Kļūstitālaba tiekam",
    "esatv:6-13<ALPHANUM>+2 tapskļūšui'nın:20-34<ALPHANUM>+2 turpretīesat:35-51<ALPHANUM> līdzkootrpus:52-66<ALPHANUM> listbj:67-76<ALPHANUM> bijātform:77-87<ALPHANUM> kļūstitālab:99-111<ALPHANUM>+3 |118+1",
  ],
  [
    'latvian',
    "tapšu'nın kopš kākamēr turpretimofīm tiekatikiem's iekāmsesatīm augšpus varēsimpat tapspatā Ikvarējukšu l'caurstarp tikapronouns,a",
    "tapšu'nın:0-9<ALPHANUM> kākamēr:15-22<ALPHANUM>+2 turpretimof:23-36<ALPHANUM> tiekatikiem':37-50<ALPHANUM> iekāmsesat:51-63<ALPHANUM> varēsimpat:72-82<ALPHANUM>+2 tapspat:83-91<ALPHANUM> ikvarējukst:92-103<ALPHANUM> l'caurstarp:104-115<ALPHANUM> tikapronoun:116-128<ALPHANUM> a:129-130<ALPHANUM> |130",
  ],
  [
    'norwegian',
    "utarbeider sia noe l'utpenslinga reguleringsmekanismer terminalene føre overdra yrkesaktivitet enige smeden ett",
    "utarbeid:0-10<ALPHANUM> l'utpensling:19-32<ALPHANUM>+3 reguleringsmekanism:33-54<ALPHANUM> terminal:55-66<ALPHANUM> før:67-71<ALPHANUM> overdr:72-79<ALPHANUM> yrkesaktivit:80-94<ALPHANUM> enig:95-100<ALPHANUM> smed:101-107<ALPHANUM> |111+1",
  ],
  [
    'norwegian',
    "bestemt'nın noen'nın inni påført uforandret fusjonsplanen's lønnsstigning skal framføringstid Hovedtemaer si forandret",
    "bestemt'nın:0-11<ALPHANUM> noen'nın:12-20<ALPHANUM> påført:26-32<ALPHANUM>+2 uforandr:33-43<ALPHANUM> fusjonsplanen's:44-59<ALPHANUM> lønnsstigning:60-73<ALPHANUM> framføringstid:79-93<ALPHANUM>+2 hovedtema:94-105<ALPHANUM> forandr:109-118<ALPHANUM>+2 |118",
  ],
  [
    'norwegian',
    "hun husleigebetaling benker føre hun underliggende fordi tradisjon begrunnede bli Rommet l'bedriftsstørrelser",
    "husleigebetaling:4-20<ALPHANUM>+2 benk:21-27<ALPHANUM> før:28-32<ALPHANUM> underligg:37-50<ALPHANUM>+2 tradisjon:57-66<ALPHANUM>+2 begrunn:67-77<ALPHANUM> romm:82-88<ALPHANUM>+2 l'bedriftsstørr:89-109<ALPHANUM> |109",
  ],
  [
    'persian',
    "هفت بي بالأيضابأن چنين والولمعليها بالغيره گفته ايضاثمفال وهيبعضين l'فيبالون فيهاان l'فالبأناوين",
    "بالايضابان:7-17<ALPHANUM>+3 والولمعليها:23-34<ALPHANUM>+2 بالغيره:35-42<ALPHANUM> ايضاثمفال:48-57<ALPHANUM>+2 وهيبعضين:58-66<ALPHANUM> l'فيبالون:67-76<ALPHANUM> فيهاان:77-83<ALPHANUM> l'فالباناوين:84-96<ALPHANUM> |96",
  ],
  [
    'persian',
    'وهىفهىبال جدا كالأنأيضاات كالإنهأيين الأنتالانين وكلايبال وها منذالاني منهاأيون فهياذابال أيضاوهىين وكانتيكونة',
    'وهيفهيبال:0-9<ALPHANUM> كالانايضاات:14-25<ALPHANUM>+2 كالانهايين:26-36<ALPHANUM> الانتالانين:37-48<ALPHANUM> وكلايبال:49-57<ALPHANUM> وها:58-61<ALPHANUM> منذالاني:62-70<ALPHANUM> منهاايون:71-79<ALPHANUM> فهياذابال:80-89<ALPHANUM> ايضاوهيين:90-99<ALPHANUM> وكانتيكونه:100-110<ALPHANUM> |110',
  ],
  [
    'persian',
    "وكانتانها حدود انهفيهال يهثمالذي's عندالذينلل بينمافيهايه بههناك كالانتوما بكانكال وكانوانلل يك's يةكانبينماي",
    "وكانتانها:0-9<ALPHANUM> انهفيهال:15-23<ALPHANUM>+2 يهثمالذي's:24-34<ALPHANUM> عندالذينلل:35-45<ALPHANUM> بينمافيهايه:46-57<ALPHANUM> بههناك:58-64<ALPHANUM> كالانتوما:65-74<ALPHANUM> بكانكال:75-82<ALPHANUM> وكانوانلل:83-92<ALPHANUM> يك's:93-97<ALPHANUM> يهكانبينماي:98-109<ALPHANUM> |109",
  ],
  [
    'portuguese',
    "seremos Observado ignoram Precocidade dessa Seremos colidem's propostas testemunhada Esteve Maceió l'exportada",
    "observad:8-17<ALPHANUM>+2 ignoram:18-25<ALPHANUM> precocidad:26-37<ALPHANUM> dess:38-43<ALPHANUM> colidem':52-61<ALPHANUM>+2 propost:62-71<ALPHANUM> testemunhad:72-84<ALPHANUM> maceio:92-98<ALPHANUM>+2 l'exportad:99-110<ALPHANUM> |110",
  ],
  [
    'portuguese',
    "colaborou macunaíma'nın bizantina odebrecht ideli vença monitorados foram ladário eneu BICHA Promoção",
    "colaborou:0-9<ALPHANUM> macunaima'nın:10-23<ALPHANUM> bizantin:24-33<ALPHANUM> odebrecht:34-43<ALPHANUM> ideli:44-49<ALPHANUM> venc:50-55<ALPHANUM> monitorad:56-67<ALPHANUM> ladari:74-81<ALPHANUM>+2 eneu:82-86<ALPHANUM> bich:87-92<ALPHANUM> promoca:93-101<ALPHANUM> |101",
  ],
  [
    'portuguese',
    "aloprado somam emigração paulistana substituídos'nın aparecessem dêem fútil tenha's cuidadosa vingar's tapas",
    "aloprad:0-8<ALPHANUM> somam:9-14<ALPHANUM> emigraca:15-24<ALPHANUM> paulistan:25-35<ALPHANUM> substituidos'nın:36-52<ALPHANUM> aparecessem:53-64<ALPHANUM> deem:65-69<ALPHANUM> futil:70-75<ALPHANUM> tenha':76-83<ALPHANUM> cuidados:84-93<ALPHANUM> vingar':94-102<ALPHANUM> tapa:103-108<ALPHANUM> |108",
  ],
  [
    'romanian',
    'eversiune ACESTEA nțelege modalitatea antenție altceva deci buturugi vostru Parcului erculeană plutire',
    'eversiun:0-9<ALPHANUM> nțeleg:18-25<ALPHANUM>+2 modal:26-37<ALPHANUM> antenț:38-46<ALPHANUM> buturug:60-68<ALPHANUM>+3 parc:76-84<ALPHANUM>+2 erculean:85-94<ALPHANUM> plut:95-102<ALPHANUM> |102',
  ],
  [
    'romanian',
    'mânecuţe aspiranții nu pîndeşte încotro biblioteci uneori electoral iar uneori spate îndrăgostește',
    'mânecuţ:0-8<ALPHANUM> aspiranț:9-19<ALPHANUM> pînd:23-31<ALPHANUM>+2 bibliotec:40-50<ALPHANUM>+2 electoral:58-67<ALPHANUM>+2 spat:79-84<ALPHANUM>+3 îndrăgosteșt:85-98<ALPHANUM> |98',
  ],
  [
    'romanian',
    "sub'nın disipa grandomania vana corigentului nemulțumirea mândra-nopții li's gheață desfăcea mâine iar",
    "sub'nın:0-7<ALPHANUM> disip:8-14<ALPHANUM> grandoman:15-26<ALPHANUM> van:27-31<ALPHANUM> corigent:32-44<ALPHANUM> nemulțum:45-57<ALPHANUM> mândr:58-64<ALPHANUM> nopț:65-71<ALPHANUM> li's:72-76<ALPHANUM> gheaț:77-83<ALPHANUM> desfăc:84-92<ALPHANUM> |102+2",
  ],
  [
    'romanian',
    "hazardez prea's însușeste împărtăşeşte către înţelesesem echitabilen neadecvat îngrășare sunt tovarășului TĂU",
    "hazard:0-8<ALPHANUM> prea's:9-15<ALPHANUM> însușest:16-25<ALPHANUM> împărtăş:26-38<ALPHANUM> înţel:45-56<ALPHANUM>+2 echitabilen:57-68<ALPHANUM> neadecv:69-78<ALPHANUM> îngrăș:79-88<ALPHANUM> tovarăș:94-105<ALPHANUM>+2 |109+1",
  ],
  [
    'russian',
    "Сердита няньками был дворцовой спокой званья себя степных пеплом'nın нет поймите разноцветным",
    "сердит:0-7<ALPHANUM> няньк:8-16<ALPHANUM> дворцов:21-30<ALPHANUM>+2 спок:31-37<ALPHANUM> зван:38-44<ALPHANUM> степн:50-57<ALPHANUM>+2 пеплом'nın:58-68<ALPHANUM> пойм:73-80<ALPHANUM>+2 разноцветн:81-93<ALPHANUM> |93",
  ],
  [
    'russian',
    "ЧЕРЕЗ Шилось нежный там МНЕ перламутра l'три разницей честнее моя После переезжает",
    "шил:6-12<ALPHANUM>+2 нежн:13-19<ALPHANUM> перламутр:28-38<ALPHANUM>+3 l'три:39-44<ALPHANUM> разниц:45-53<ALPHANUM> честн:54-61<ALPHANUM> переезжа:72-82<ALPHANUM>+3 |82",
  ],
  [
    'russian',
    "выяснилось когда Для уверять чем l'я Нельзя l'нас нибудь между через Шарфик",
    "выясн:0-10<ALPHANUM> уверя:21-28<ALPHANUM>+3 l'я:33-36<ALPHANUM>+2 l'нас:44-49<ALPHANUM>+2 шарфик:69-75<ALPHANUM>+4 |75",
  ],
  [
    'sorani',
    "لەبارەی Asetیەک makes/doesfrontیەکی بێFRONTانی لەژێرتانێکی theseal)ە withەکەیەکی with topلەناو کە of/accordingCorpus-basedکان'nın whichA's",
    "aset:8-15<ALPHANUM>+2 makes:16-21<ALPHANUM> doesfront:22-35<ALPHANUM> بێfront:36-46<ALPHANUM> لەژێرتان:47-58<ALPHANUM> theseal:59-66<ALPHANUM> ە:67-68<ALPHANUM> withەکە:69-80<ALPHANUM> with:81-85<ALPHANUM> topلەناو:86-94<ALPHANUM> of:98-100<ALPHANUM>+2 accordingcorpus:101-116<ALPHANUM> basedکان'nın:117-129<ALPHANUM> whicha's:130-138<ALPHANUM> |138",
  ],
  [
    'sorani',
    'insteadایەەکە (Thackston)بێکە on/headیەکیێکی بێ etfrom:یەک پێpersonalانە ناو l\'لەباتیcollection:یان دەگەڵKurdish"انە لەرێلەوکان بەپێیایەایە BEHINDدوایمان',
    "insteadایە:0-13<ALPHANUM> thackston:15-24<ALPHANUM> بێکە:25-29<ALPHANUM> on:30-32<ALPHANUM> headیەکی:33-44<ALPHANUM> etfrom::48-58<ALPHANUM>+2 پێpersonal:59-72<ALPHANUM> l'لەباتیcollection::77-99<ALPHANUM>+2 دەگەڵkurdish:100-112<ALPHANUM> انە:113-116<ALPHANUM> لەرێلەو:117-127<ALPHANUM> بەپێیایەا:128-139<ALPHANUM> behindدوا:140-153<ALPHANUM> |153",
  ],
  [
    'sorani',
    'from:لەدەمیان In تێbetween/amongەیە wikipedia, accordingofە ofKurdish: سەر لەناوofیان faceof alsoofیەکی front پێofانە',
    'from:لەدەم:0-13<ALPHANUM> in:14-16<ALPHANUM> تێbetween:17-26<ALPHANUM> amongە:27-35<ALPHANUM> wikipedia:36-45<ALPHANUM> accordingof:47-59<ALPHANUM> ofkurdish:60-69<ALPHANUM> لەناوof:75-85<ALPHANUM>+2 faceof:86-92<ALPHANUM> alsoof:93-103<ALPHANUM> front:104-109<ALPHANUM> پێof:110-117<ALPHANUM> |117',
  ],
  [
    'spanish',
    "Tuyos esos habidos teníamos algo's series'nın demuestra estados transitó estimulado reorganización adelgazar",
    "algo's:28-34<ALPHANUM>+5 series'nın:35-45<ALPHANUM> demuestr:46-55<ALPHANUM> transit:64-72<ALPHANUM>+2 estimulad:73-83<ALPHANUM> reorganizacion:84-98<ALPHANUM> adelgazar:99-108<ALPHANUM> |108",
  ],
  [
    'spanish',
    "estar l'frustración caminar'nın goave siendo tendríais escultórico estratega habéis'nın exigirse colosio Molida",
    "l'frustracion:6-19<ALPHANUM>+2 caminar'nın:20-31<ALPHANUM> goav:32-37<ALPHANUM> escultoric:55-66<ALPHANUM>+3 estrateg:67-76<ALPHANUM> habeis'nın:77-87<ALPHANUM> exigirs:88-96<ALPHANUM> colosi:97-104<ALPHANUM> molid:105-111<ALPHANUM> |111",
  ],
  [
    'spanish',
    'SUYAS robles cemex sensatas desecho peruana Dad sabotaje hable SIENDO tendrá kenworth',
    'robl:6-12<ALPHANUM>+2 cemex:13-18<ALPHANUM> sensat:19-27<ALPHANUM> desech:28-35<ALPHANUM> peruan:36-43<ALPHANUM> dad:44-47<ALPHANUM> sabotaj:48-56<ALPHANUM> habl:57-62<ALPHANUM> kenworth:77-85<ALPHANUM>+3 |85',
  ],
  [
    'swedish',
    "ansatt emploient kestners ansträngd vara's knäbyxor ERA Suttit prästdottern nu hennes Upp",
    "ansat:0-6<ALPHANUM> emploient:7-16<ALPHANUM> kestner:17-25<ALPHANUM> ansträng:26-35<ALPHANUM> vara's:36-42<ALPHANUM> knäbyx:43-51<ALPHANUM> suttit:56-62<ALPHANUM>+2 prästdot:63-75<ALPHANUM> |89+3",
  ],
  [
    'swedish',
    'trolskt Vilka mot HONOM Hvadan fruntimmersröst uppvaktad dess vår qvar UTSÄGA Trångt',
    'trolsk:0-7<ALPHANUM> hvadan:24-30<ALPHANUM>+4 fruntimmersröst:31-46<ALPHANUM> uppvak:47-56<ALPHANUM> qvar:66-70<ALPHANUM>+3 utsäg:71-77<ALPHANUM> trång:78-84<ALPHANUM> |84',
  ],
  [
    'swedish',
    'Strumpfötterna allena faust middagstimmens flinke självförvärvd alla förvirras man Ljugit upptogo rundvälvd',
    'strumpföt:0-14<ALPHANUM> allen:15-21<ALPHANUM> faust:22-27<ALPHANUM> middagstimm:28-42<ALPHANUM> flink:43-49<ALPHANUM> självförvärvd:50-63<ALPHANUM> förvirr:69-78<ALPHANUM>+2 ljugit:83-89<ALPHANUM>+2 upptogo:90-97<ALPHANUM> rundvälvd:98-107<ALPHANUM> |107',
  ],
  [
    'turkish',
    "Tübitak'tan pirler koçan yöntem bunların kazandırabilmek on yaparýz öğrencisiyken olmadı şeklin dogru",
    'tübitak:0-11<ALPHANUM> pir:12-18<ALPHANUM> koça:19-24<ALPHANUM> yönte:25-31<ALPHANUM> kazandırabilmek:41-56<ALPHANUM>+2 yaparýz:60-67<ALPHANUM>+2 öğrencis:68-81<ALPHANUM> şekl:89-95<ALPHANUM>+2 dogru:96-101<ALPHANUM> |101',
  ],
  [
    'turkish',
    "ben kulüplerinin l'milano doyduğumuz djokovic'e kullanılacağının yaklaþýldýðý lakabı l'profesyonellik Seksen SAYGINLIĞININ kurulu'nu",
    'kulüp:4-16<ALPHANUM>+2 l:17-25<ALPHANUM> doyduk:26-36<ALPHANUM> djokoviç:37-47<ALPHANUM> kullanılacak:48-64<ALPHANUM> yaklaþýldýðý:65-77<ALPHANUM> lakap:78-84<ALPHANUM> l:85-101<ALPHANUM> saygınlık:109-122<ALPHANUM>+2 kurul:123-132<ALPHANUM> |132',
  ],
  [
    'turkish',
    "l'şuna OLDU olmayan çamur yüz şartlan's edecek'nın sürpriz' olduk' Etti Uygulamalarımızda çıkarmalarını",
    'l:0-6<ALPHANUM> çamur:20-25<ALPHANUM>+3 şartla:30-39<ALPHANUM>+2 sürpriz:51-58<ALPHANUM>+2 ol:60-65<ALPHANUM> uygulama:72-89<ALPHANUM>+2 çıkarma:90-103<ALPHANUM> |103',
  ],
];

for (const [name, text, tokens] of CASES) {
  test(`analyzer ${name}: ${text.slice(0, 30)}`, () => {
    expect(show(globalAnalyzer(name), text)).toBe(tokens);
  });
}
