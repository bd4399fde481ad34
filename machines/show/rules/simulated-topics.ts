/* What simulated players know: typical answers by the word of a question that asks for them. */

/** A thing that people name, in the wordings that they use for it; the first one is the most common. */
type Thing = readonly string[];

/** A topic: words of questions that ask for it, and its things, the best known first. */
type Topic = readonly [words: string, things: string];

/** In each list, `|` separates the words of a question and the wordings of a thing, and a semicolon the things. */
const TOPICS: readonly Topic[] = [
  [
    'how many|how much|how old|how long|how far|how often|how tall|number|wie viele?',
    '3|three;4|four;5|five;2|two;6|six;10|ten;7|seven;8|eight;12|twelve;100|a hundred',
  ],
  ['when|year|century|wann', '1969;1945;1989;2000;1066;1918;1999;2001'],
  ['months?', 'December|dec;July;August|aug;January|jan;May;June;October|oct;March'],
  ['days? of the week|weekdays?', 'Friday|fri;Saturday|sat;Sunday;Monday|mon;Wednesday;Thursday'],
  ['seasons?', 'summer|the summer;winter;spring;autumn|fall'],
  [
    'reasons?|why|excuses?|warum',
    'traffic|the traffic;no time|not enough time;tired|too tired;money;bad weather;illness|sick|ill;work|too much work;overslept|i overslept;bored;kids|the kids|children',
  ],
  [
    'rivers?|streams?|fluss',
    'Nile|the Nile|River Nile;Amazon|the Amazon;Thames|River Thames|the thames;Rhine|the Rhine|rhein;Mississippi|the mississippi;Danube|the Danube;Seine|the seine;Ganges;Yangtze;Volga',
  ],
  [
    'mountains?|peaks?|hills?',
    'Everest|Mount Everest|Mt Everest;Mont Blanc;Matterhorn|the Matterhorn;Kilimanjaro|Mt Kilimanjaro;K2;Mount Fuji|Fuji;Ben Nevis;Snowdon|Mount Snowdon;Denali',
  ],
  [
    'oceans?|seas?',
    'Atlantic|the Atlantic|Atlantic Ocean;Pacific|Pacific Ocean;Mediterranean|Mediterranean Sea;Indian Ocean;Baltic|Baltic Sea;North Sea;Arctic|Arctic Ocean',
  ],
  ['continents?', 'Europe;Africa;Asia;Australia;South America;North America;Antarctica'],
  ['islands?', 'Ireland;Crete;Sicily;Iceland;Madagascar;Cuba;Hawaii;Malta;Bali'],
  [
    'country|countries|nations?|land',
    'USA|United States|America|US;UK|United Kingdom|Great Britain;France;Germany|Deutschland;Italy|italia;Spain;Brazil|brasil;Japan;Canada;Australia;Denmark;Poland;Netherlands|the Netherlands|Holland',
  ],
  [
    'city|cities|towns?|capitals?|stadt',
    'London;Paris;New York|NYC|New York City;Berlin;Rome|roma;Tokyo;Los Angeles|LA;Madrid;Barcelona;Vienna|wien;Amsterdam;Dublin;Copenhagen',
  ],
  ['planets?', 'Mars;Jupiter;Saturn;Venus;Earth|the Earth;Neptune;Mercury;Uranus;Pluto'],
  ['languages?', 'English;Spanish|Espanol;French;German;Chinese|Mandarin;Italian;Japanese;Latin'],
  [
    'birds?',
    'robin|robins;eagle|eagles|an eagle;pigeon|pigeons;parrot;owl|an owl;blackbird;swan|swans;penguin|penguins;sparrow;duck|ducks',
  ],
  ['fish', 'salmon;tuna;cod;trout;goldfish;shark;herring;haddock'],
  [
    'insects?|bugs?',
    'ant|ants;bee|bees;fly|flies;spider|spiders;wasp|wasps;butterfly|butterflies;beetle|beetles;mosquito',
  ],
  [
    'pets?',
    'dog|dogs|a dog;cat|cats|a cat;rabbit|rabbits|bunny;hamster|hamsters;goldfish|a goldfish;budgie;guinea pig|guinea pigs;tortoise;snake|a snake',
  ],
  [
    'animals?|creatures?|mammals?|tiere?',
    'dog|dogs|a dog;cat|cats;lion|lions|a lion;elephant|elephants|an elephant;horse|horses;tiger|tigers;rabbit|rabbits;monkey|monkeys;giraffe|a giraffe;cow|cows;pig|pigs;bear',
  ],
  [
    'fruits?|obst',
    'apple|apples|an apple;banana|bananas|a banana;orange|oranges;strawberry|strawberries;grapes|grape;pear|pears;mango|mangoes;pineapple;kiwi|kiwi fruit;cherry|cherries;peach;blueberry|blueberries',
  ],
  [
    'vegetables?|veg|gemüse',
    'carrot|carrots|a carrot;potato|potatoes;broccoli;peas|pea;onion|onions;cabbage;tomato|tomatoes;cucumber|cucumbers;cauliflower;beans|bean',
  ],
  [
    'drinks?|beverages?|cocktails?|drink',
    'coffee|a coffee;tea|a cup of tea|cup of tea;water|a glass of water;beer|a beer|beers;wine;Coca-Cola|coke|cola;orange juice|OJ;milk;lemonade;gin and tonic|G&T',
  ],
  [
    'desserts?|puddings?|cakes?|sweets?|candy|snacks?',
    'ice cream|ice-cream|icecream;chocolate|chocolates;cheesecake|cheese cake;brownies|brownie;apple pie;crisps|chips;tiramisu;doughnut|donut|doughnuts;cookies|cookie;popcorn',
  ],
  [
    'breakfast',
    'toast|some toast;cereal|cereals;eggs|egg|an egg;porridge|oatmeal;pancakes|pancake;bacon;coffee;croissant|croissants;yoghurt|yogurt',
  ],
  ['cheeses?', 'cheddar;brie;mozzarella;gouda;feta;camembert;parmesan;stilton'],
  [
    'foods?|eat|meals?|dish|dishes|dinner|lunch|sandwich|essen',
    'pizza|a pizza;burger|hamburger|burgers;pasta;chips|fries;bread;cheese;rice;chicken;curry|a curry;soup;salad|a salad;steak',
  ],
  ['colou?rs?|farben?', 'blue;red;green;yellow;black;purple;pink;orange;white;grey|gray'],
  [
    'shapes?',
    'circle|a circle;square|a square;triangle|triangles;rectangle;star;oval;hexagon;diamond',
  ],
  [
    'metals?|elements?',
    'gold;iron;silver;copper;oxygen|o2;hydrogen;aluminium|aluminum;lead;helium',
  ],
  [
    'sports?|olympics?|olympic',
    'football|soccer;tennis;basketball;swimming|swim;rugby;cricket;golf;running|run;volleyball|volley ball;hockey;boxing',
  ],
  [
    'games?',
    'chess;Monopoly;poker;Scrabble;football;hide and seek|hide & seek;Cluedo;tag;snakes and ladders;Minecraft',
  ],
  [
    'hobby|hobbies|pastimes?',
    'reading|read books;football;gardening;fishing;cooking;painting;knitting;photography;running;video games|gaming',
  ],
  [
    'instruments?|orchestra',
    'guitar|a guitar|guitars;piano|the piano;violin|violins;drums|drum;flute;trumpet;saxophone|sax;cello;clarinet;harp',
  ],
  [
    'superhero(?:es)?|heroes?|hero',
    'Batman|bat man;Superman;Spider-Man|spiderman|spider man;Wonder Woman;Iron Man|ironman;Hulk|the Hulk;Captain America;Thor;Black Panther',
  ],
  [
    'films?|movies?',
    'Titanic;Star Wars;The Godfather|godfather;Jaws;The Lion King|lion king;Avatar;Harry Potter;Frozen;Shrek;Jurassic Park;The Matrix|matrix;E.T.|ET',
  ],
  [
    'tv|television|series|sitcoms?|soaps?',
    'Friends;Game of Thrones|GoT;The Simpsons|simpsons;Breaking Bad;The Office|office;Doctor Who|Dr Who;EastEnders;Stranger Things;The Crown|crown',
  ],
  [
    'books?|novels?',
    'Harry Potter;the Bible|bible;The Lord of the Rings|LOTR|lord of the rings;1984|Nineteen Eighty-Four;Pride and Prejudice|pride & prejudice;The Hobbit|hobbit;Jane Eyre;Dracula;Animal Farm',
  ],
  [
    'singers?|bands?|musicians?|pop stars?|groups?|songs?',
    'The Beatles|Beatles;Queen;Elvis Presley|Elvis;ABBA|abba;Taylor Swift;Beyoncé|Beyonce;Madonna;The Rolling Stones|Rolling Stones;Adele;Michael Jackson;David Bowie|Bowie;Coldplay',
  ],
  [
    'actors?|actress(?:es)?|film stars?|movie stars?|celebrity|celebrities',
    'Tom Hanks;Brad Pitt;Meryl Streep;Tom Cruise;Leonardo DiCaprio|Di Caprio|Leo DiCaprio;Julia Roberts;Johnny Depp;Judi Dench|Dame Judi Dench;George Clooney;Emma Watson',
  ],
  [
    'who|whom|famous (?:people|persons?)|(?:an?|which|what) persons?|inventors?|scientists?|painters?|artists?|writers?|authors?|poets?|composers?|wer',
    'Albert Einstein|Einstein;Leonardo da Vinci|da Vinci;William Shakespeare|Shakespeare;Mozart|W. A. Mozart;Marie Curie|Curie;Pablo Picasso|Picasso;Isaac Newton|Newton;Napoleon;Charles Darwin|Darwin;Jane Austen',
  ],
  [
    'cars?|makes?|vehicles?|transport',
    'BMW;Ford|a Ford;Toyota;Volkswagen|VW;Mercedes|Mercedes-Benz|Merc;Audi;Ferrari;Tesla;Volvo;Mini',
  ],
  [
    'brands?|company|companies|shops?|stores?',
    'Apple;Nike;Coca-Cola|coke|Coca Cola;McDonalds|McDonald’s|maccies;Google;Amazon;Adidas;IKEA|ikea;Microsoft;Tesco;Samsung',
  ],
  [
    'jobs?|professions?|careers?|occupations?',
    'teacher|a teacher|teachers;doctor|a doctor|doctors;nurse|a nurse;police officer|policeman|police;builder;engineer;plumber;chef|a chef;lawyer;firefighter|fireman;pilot',
  ],
  [
    'subjects?|school|schools?|classroom',
    'maths|math|mathematics;English;PE|P.E.;science;history;art;geography;pens|pen;a teacher|teacher|teachers;books',
  ],
  [
    'body',
    'head|the head;arm|arms;leg|legs;heart|the heart;hand|hands;nose;eye|eyes;foot|feet;knee|knees;ear',
  ],
  [
    'clothes|clothing|wear|garments?|wardrobe',
    'jeans|a pair of jeans;T-shirt|t shirt|tshirt;socks|sock;shoes|shoe;hat|a hat;coat|a coat;dress|a dress;jumper|sweater;trousers|pants;scarf|a scarf',
  ],
  [
    'kitchens?|cook|cooking',
    'fridge|refrigerator|the fridge;oven|an oven;knife|knives|a knife;kettle|a kettle;pan|pans;spoon|spoons;sink|the sink;microwave;toaster;plates|plate',
  ],
  [
    'bathrooms?|showers?|bath',
    'soap;towel|towels|a towel;toothbrush|tooth brush;shampoo;toilet|loo|the toilet;mirror|a mirror;toothpaste;rubber duck;sink',
  ],
  [
    'bedrooms?|sleep|bed|furniture|living room|house',
    'bed|a bed;pillow|pillows;sofa|couch|settee;table|a table;chair|chairs;lamp|a lamp;TV|television|telly;wardrobe;curtains;bookshelf|bookcase',
  ],
  [
    'tools?|diy|garage',
    'hammer|a hammer;screwdriver|screw driver;saw|a saw;drill;spanner|wrench;pliers;nails|nail;tape measure|measuring tape',
  ],
  [
    'flowers?|plants?|gardens?',
    'rose|roses|a rose;tulip|tulips;daisy|daisies;sunflower|sunflowers;daffodil|daffodils;lily|lilies;orchid;lavender;poppy|poppies',
  ],
  [
    'trees?|forests?|woods?',
    'oak|oak tree;pine|pine tree;birch|silver birch;beech;willow|weeping willow;apple tree;maple;fir;ash',
  ],
  [
    'weather|sky',
    'sun|the sun|sunshine;rain|the rain;clouds|cloud;snow;wind;thunderstorm;fog;rainbow|a rainbow;stars|star',
  ],
  [
    'holidays?|vacation|beach|summer|suitcase|pack',
    'sunscreen|sun cream|sun screen;towel|a towel;sunglasses|sun glasses;passport|my passport;swimsuit|swimming costume;a book|book|books;camera;flip-flops|flip flops;umbrella;money',
  ],
  [
    'christmas|easter|presents?|gifts?|birthdays?|party|parties',
    'cake|a cake;presents|gifts|a present;chocolate|chocolates;balloons|balloon;tree|christmas tree;music;socks;candles|candle;games;toys|toy',
  ],
  [
    'feelings?|emotions?|mood',
    'happy|happiness;sad|sadness;angry|anger;love;fear|scared;joy;tired|tiredness;excited|excitement;hungry|hunger',
  ],
  [
    'where|places?|rooms?|buildings?|wo',
    'home|at home;park|the park|in the park;beach|the beach;school|at school;work|at work;shop|the shop|shops;pub|the pub;kitchen|the kitchen;airport|the airport;hospital;church',
  ],
  [
    '(?:you|people|they|someone|anyone) (?:usually |often |always )?do|activity|activities|habits?',
    'sleep|sleeping;watch TV|watch television|tv;eat|eating;read|reading|read a book;go shopping|shopping;walk the dog|walking the dog;cook|cooking;clean|cleaning|clean the house;exercise|go to the gym|gym;talk|talking;drink coffee',
  ],
];

/** Answers to a question about anything. */
const THINGS =
  'phone|mobile phone|my phone;keys|key|car keys;money|cash;coffee|a coffee;car|cars|the car;book|a book|books;TV|television|telly;water|a glass of water;family|my family;music;food;dog|my dog;friends|a friend';

const thingsIn = (list: string): readonly Thing[] => list.split(';').map((each) => each.split('|'));

const PARSED = TOPICS.map(([words, things]) => ({
  asked: new RegExp(String.raw`(?<![\p{L}\p{N}])(?:${words})(?![\p{L}\p{N}])`, 'iu'),
  things: thingsIn(things),
}));

const YES_OR_NO = /^(?:is|are|was|were|do|does|did|can|could|would|will|should|have|has) /iu;
const EITHER =
  /^(?!name|list|give|nenne).*?([\p{L}\p{N}'’-]+) or (?:an? |the )?([\p{L}\p{N}'’-]+)[\s?.!]*$/iu;
const INITIAL =
  /\b(?:start|begin)(?:s|ning|ing)? with (?:an? |the letter )?["'“‘]?(\p{L})(?!\p{L})/iu;

/**
 * Returns what people answer to a question, the best known first: one of two things that it offers, 'yes' or 'no', or
 * things of the topic that it names first. Only those with the letter that it asks for, if it knows any.
 */
export function knownThings(question: string): readonly Thing[] {
  const [, one, other] = EITHER.exec(question) ?? [];
  if (one !== undefined && other !== undefined) return [[one], [other], ['both'], ['neither']];
  if (YES_OR_NO.test(question)) return [['yes', 'yeah', 'yes!'], ['no', 'nope'], ['maybe']];
  const [first] = PARSED.flatMap(({ asked, things }) => {
    const at = asked.exec(question)?.index;
    return at === undefined ? [] : [{ at, things }];
  }).toSorted((a, b) => a.at - b.at);
  const things = first?.things ?? thingsIn(THINGS);
  const letter = INITIAL.exec(question)?.[1]?.toLowerCase();
  const fitting = things.filter(([name]) => name?.toLowerCase().startsWith(letter ?? ''));
  return fitting.length === 0 ? things : fitting;
}
