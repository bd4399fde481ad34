/* What simulated players know: typical answers by the word of a question that asks for them. */

/** A thing that people name, in the wordings that they use for it; the first one is the most common. */
type Thing = readonly string[];

/** A topic: words of questions that ask for it, and its things, the best known first. */
type Topic = readonly [words: string, things: string];

/** In each list, `|` separates the words of a question and the wordings of a thing, and a semicolon the things. */
const TOPICS: readonly Topic[] = [
  [
    'how many|how much|how old|how long|how far|how often|how tall|number|wie viel|wie viele',
    '3|three;4|four;5|five;2|two;6|six;10|ten;7|seven;8|eight;12|twelve;100|a hundred',
  ],
  ['when|year|century|wann', '1969;1945;1989;2000;1066;1918;1999;2001'],
  ['month', 'December|dec;July;August|aug;January|jan;May;June;October|oct;March'],
  ['day of the week|weekday', 'Friday|fri;Saturday|sat;Sunday;Monday|mon;Wednesday;Thursday'],
  ['season', 'summer|the summer;winter;spring;autumn|fall'],
  [
    'reason|why|excuse|warum',
    'traffic|the traffic;no time|not enough time;tired|too tired;money;bad weather;illness|sick|ill;work|too much work;overslept|i overslept;bored;kids|the kids|children',
  ],
  [
    'river|stream|fluss',
    'Nile|the Nile|River Nile;Amazon|the Amazon;Thames|River Thames|the thames;Rhine|the Rhine|rhein;Mississippi|the mississippi;Danube|the Danube;Seine|the seine;Ganges;Yangtze;Volga',
  ],
  [
    'mountain|peak|hill',
    'Everest|Mount Everest|Mt Everest;Mont Blanc;Matterhorn|the Matterhorn;Kilimanjaro|Mt Kilimanjaro;K2;Mount Fuji|Fuji;Ben Nevis;Snowdon|Mount Snowdon;Denali',
  ],
  [
    'ocean|sea',
    'Atlantic|the Atlantic|Atlantic Ocean;Pacific|Pacific Ocean;Mediterranean|Mediterranean Sea;Indian Ocean;Baltic|Baltic Sea;North Sea;Arctic|Arctic Ocean',
  ],
  ['continent', 'Europe;Africa;Asia;Australia;South America;North America;Antarctica'],
  ['island', 'Ireland;Crete;Sicily;Iceland;Madagascar;Cuba;Hawaii;Malta;Bali'],
  [
    'country|countries|nation|land',
    'USA|United States|America|US;UK|United Kingdom|Great Britain;France;Germany|Deutschland;Italy|italia;Spain;Brazil|brasil;Japan;Canada;Australia;Denmark;Poland;Netherlands|the Netherlands|Holland',
  ],
  [
    'city|cities|town|capital|stadt',
    'London;Paris;New York|NYC|New York City;Berlin;Rome|roma;Tokyo;Los Angeles|LA;Madrid;Barcelona;Vienna|wien;Amsterdam;Dublin;Copenhagen',
  ],
  ['planet', 'Mars;Jupiter;Saturn;Venus;Earth|the Earth;Neptune;Mercury;Uranus;Pluto'],
  ['language', 'English;Spanish|Espanol;French;German;Chinese|Mandarin;Italian;Japanese;Latin'],
  [
    'bird',
    'robin|robins;eagle|eagles|an eagle;pigeon|pigeons;parrot;owl|an owl;blackbird;swan|swans;penguin|penguins;sparrow;duck|ducks',
  ],
  ['fish', 'salmon;tuna;cod;trout;goldfish;shark;herring;haddock'],
  [
    'insect|bug',
    'ant|ants;bee|bees;fly|flies;spider|spiders;wasp|wasps;butterfly|butterflies;beetle|beetles;mosquito',
  ],
  [
    'pet',
    'dog|dogs|a dog;cat|cats|a cat;rabbit|rabbits|bunny;hamster|hamsters;goldfish|a goldfish;budgie;guinea pig|guinea pigs;tortoise;snake|a snake',
  ],
  [
    'animal|creature|mammal|tier|tiere',
    'dog|dogs|a dog;cat|cats;lion|lions|a lion;elephant|elephants|an elephant;horse|horses;tiger|tigers;rabbit|rabbits;monkey|monkeys;giraffe|a giraffe;cow|cows;pig|pigs;bear',
  ],
  [
    'fruit|obst',
    'apple|apples|an apple;banana|bananas|a banana;orange|oranges;strawberry|strawberries;grapes|grape;pear|pears;mango|mangoes;pineapple;kiwi|kiwi fruit;cherry|cherries;peach;blueberry|blueberries',
  ],
  [
    'vegetable|veg|gemüse',
    'carrot|carrots|a carrot;potato|potatoes;broccoli;peas|pea;onion|onions;cabbage;tomato|tomatoes;cucumber|cucumbers;cauliflower;beans|bean',
  ],
  [
    'drink|beverage|cocktail',
    'coffee|a coffee;tea|a cup of tea|cup of tea;water|a glass of water;beer|a beer|beers;wine;Coca-Cola|coke|cola;orange juice|OJ;milk;lemonade;gin and tonic|G&T',
  ],
  [
    'dessert|pudding|cake|sweet|candy|snack',
    'ice cream|ice-cream|icecream;chocolate|chocolates;cheesecake|cheese cake;brownies|brownie;apple pie;crisps|chips;tiramisu;doughnut|donut|doughnuts;cookies|cookie;popcorn',
  ],
  [
    'breakfast',
    'toast|some toast;cereal|cereals;eggs|egg|an egg;porridge|oatmeal;pancakes|pancake;bacon;coffee;croissant|croissants;yoghurt|yogurt',
  ],
  ['cheese', 'cheddar;brie;mozzarella;gouda;feta;camembert;parmesan;stilton'],
  [
    'food|eat|meal|dish|dishes|dinner|lunch|sandwich|essen',
    'pizza|a pizza;burger|hamburger|burgers;pasta;chips|fries;bread;cheese;rice;chicken;curry|a curry;soup;salad|a salad;steak',
  ],
  ['color|colour|farbe|farben', 'blue;red;green;yellow;black;purple;pink;orange;white;grey|gray'],
  [
    'shape',
    'circle|a circle;square|a square;triangle|triangles;rectangle;star;oval;hexagon;diamond',
  ],
  ['metal|element', 'gold;iron;silver;copper;oxygen|o2;hydrogen;aluminium|aluminum;lead;helium'],
  [
    'sport|olympic',
    'football|soccer;tennis;basketball;swimming|swim;rugby;cricket;golf;running|run;volleyball|volley ball;hockey;boxing',
  ],
  [
    'game',
    'chess;Monopoly;poker;Scrabble;football;hide and seek|hide & seek;Cluedo;tag;snakes and ladders;Minecraft',
  ],
  [
    'hobby|hobbies|pastime',
    'reading|read books;football;gardening;fishing;cooking;painting;knitting;photography;running;video games|gaming',
  ],
  [
    'instrument|orchestra',
    'guitar|a guitar|guitars;piano|the piano;violin|violins;drums|drum;flute;trumpet;saxophone|sax;cello;clarinet;harp',
  ],
  [
    'superhero|superheroes|hero|heroes',
    'Batman|bat man;Superman;Spider-Man|spiderman|spider man;Wonder Woman;Iron Man|ironman;Hulk|the Hulk;Captain America;Thor;Black Panther',
  ],
  [
    'film|movie',
    'Titanic;Star Wars;The Godfather|godfather;Jaws;The Lion King|lion king;Avatar;Harry Potter;Frozen;Shrek;Jurassic Park;The Matrix|matrix;E.T.|ET',
  ],
  [
    'tv|television|series|sitcom|soap',
    'Friends;Game of Thrones|GoT;The Simpsons|simpsons;Breaking Bad;The Office|office;Doctor Who|Dr Who;EastEnders;Stranger Things;The Crown|crown',
  ],
  [
    'book|novel',
    'Harry Potter;the Bible|bible;The Lord of the Rings|LOTR|lord of the rings;1984|Nineteen Eighty-Four;Pride and Prejudice|pride & prejudice;The Hobbit|hobbit;Jane Eyre;Dracula;Animal Farm',
  ],
  [
    'singer|band|musician|pop star|group|song',
    'The Beatles|Beatles;Queen;Elvis Presley|Elvis;ABBA|abba;Taylor Swift;Beyoncé|Beyonce;Madonna;The Rolling Stones|Rolling Stones;Adele;Michael Jackson;David Bowie|Bowie;Coldplay',
  ],
  [
    'actor|actress|actresses|film star|movie star|celebrity|celebrities',
    'Tom Hanks;Brad Pitt;Meryl Streep;Tom Cruise;Leonardo DiCaprio|Di Caprio|Leo DiCaprio;Julia Roberts;Johnny Depp;Judi Dench|Dame Judi Dench;George Clooney;Emma Watson',
  ],
  [
    'who|whom|famous people|famous person|a person|which person|what person|inventor|scientist|painter|artist|writer|author|poet|composer|wer',
    'Albert Einstein|Einstein;Leonardo da Vinci|da Vinci;William Shakespeare|Shakespeare;Mozart|W. A. Mozart;Marie Curie|Curie;Pablo Picasso|Picasso;Isaac Newton|Newton;Napoleon;Charles Darwin|Darwin;Jane Austen',
  ],
  [
    'car|make|vehicle|transport',
    'BMW;Ford|a Ford;Toyota;Volkswagen|VW;Mercedes|Mercedes-Benz|Merc;Audi;Ferrari;Tesla;Volvo;Mini',
  ],
  [
    'brand|company|companies|shop|store',
    'Apple;Nike;Coca-Cola|coke|Coca Cola;McDonalds|McDonald’s|maccies;Google;Amazon;Adidas;IKEA|ikea;Microsoft;Tesco;Samsung',
  ],
  [
    'job|profession|career|occupation',
    'teacher|a teacher|teachers;doctor|a doctor|doctors;nurse|a nurse;police officer|policeman|police;builder;engineer;plumber;chef|a chef;lawyer;firefighter|fireman;pilot',
  ],
  [
    'subject|school|classroom',
    'maths|math|mathematics;English;PE|P.E.;science;history;art;geography;pens|pen;a teacher|teacher|teachers;books',
  ],
  [
    'body',
    'head|the head;arm|arms;leg|legs;heart|the heart;hand|hands;nose;eye|eyes;foot|feet;knee|knees;ear',
  ],
  [
    'clothes|clothing|wear|garment|wardrobe',
    'jeans|a pair of jeans;T-shirt|t shirt|tshirt;socks|sock;shoes|shoe;hat|a hat;coat|a coat;dress|a dress;jumper|sweater;trousers|pants;scarf|a scarf',
  ],
  [
    'kitchen|cook|cooking',
    'fridge|refrigerator|the fridge;oven|an oven;knife|knives|a knife;kettle|a kettle;pan|pans;spoon|spoons;sink|the sink;microwave;toaster;plates|plate',
  ],
  [
    'bathroom|shower|bath',
    'soap;towel|towels|a towel;toothbrush|tooth brush;shampoo;toilet|loo|the toilet;mirror|a mirror;toothpaste;rubber duck;sink',
  ],
  [
    'bedroom|sleep|bed|furniture|living room|house',
    'bed|a bed;pillow|pillows;sofa|couch|settee;table|a table;chair|chairs;lamp|a lamp;TV|television|telly;wardrobe;curtains;bookshelf|bookcase',
  ],
  [
    'tool|diy|garage',
    'hammer|a hammer;screwdriver|screw driver;saw|a saw;drill;spanner|wrench;pliers;nails|nail;tape measure|measuring tape',
  ],
  [
    'flower|plant|garden',
    'rose|roses|a rose;tulip|tulips;daisy|daisies;sunflower|sunflowers;daffodil|daffodils;lily|lilies;orchid;lavender;poppy|poppies',
  ],
  [
    'tree|forest|wood',
    'oak|oak tree;pine|pine tree;birch|silver birch;beech;willow|weeping willow;apple tree;maple;fir;ash',
  ],
  [
    'weather|sky',
    'sun|the sun|sunshine;rain|the rain;clouds|cloud;snow;wind;thunderstorm;fog;rainbow|a rainbow;stars|star',
  ],
  [
    'holiday|vacation|beach|summer|suitcase|pack',
    'sunscreen|sun cream|sun screen;towel|a towel;sunglasses|sun glasses;passport|my passport;swimsuit|swimming costume;a book|book|books;camera;flip-flops|flip flops;umbrella;money',
  ],
  [
    'christmas|easter|present|gift|birthday|party|parties',
    'cake|a cake;presents|gifts|a present;chocolate|chocolates;balloons|balloon;tree|christmas tree;music;socks;candles|candle;games;toys|toy',
  ],
  [
    'feeling|emotion|mood',
    'happy|happiness;sad|sadness;angry|anger;love;fear|scared;joy;tired|tiredness;excited|excitement;hungry|hunger',
  ],
  [
    'where|place|room|building|wo',
    'home|at home;park|the park|in the park;beach|the beach;school|at school;work|at work;shop|the shop|shops;pub|the pub;kitchen|the kitchen;airport|the airport;hospital;church',
  ],
  [
    'you do|people do|they do|people usually do|you usually do|you always do|activity|activities|habit',
    'sleep|sleeping;watch TV|watch television|tv;eat|eating;read|reading|read a book;go shopping|shopping;walk the dog|walking the dog;cook|cooking;clean|cleaning|clean the house;exercise|go to the gym|gym;talk|talking;drink coffee',
  ],
];

/** Answers to a question about anything. */
const THINGS =
  'phone|mobile phone|my phone;keys|key|car keys;money|cash;coffee|a coffee;car|cars|the car;book|a book|books;TV|television|telly;water|a glass of water;family|my family;music;food;dog|my dog;friends|a friend';

const thingsIn = (list: string): readonly Thing[] => list.split(';').map((each) => each.split('|'));

const PARSED = TOPICS.map(([words, things]) => ({
  phrases: words.split('|').flatMap((phrase) => [` ${phrase} `, ` ${phrase}s `]),
  things: thingsIn(things),
}));

const OF_YES_OR_NO = new Set(
  'is are was were do does did can could will should have has'.split(' '),
);
const DEMANDS = new Set('name list give nenne'.split(' '));
const ARTICLES = new Set('a an the'.split(' '));
const STARTS = new Set('start starts starting begin begins beginning'.split(' '));

/** The two things between which a question lets people choose: 'rich or famous?'; null: it does not. */
function choiceIn(words: readonly string[]): readonly [string, string] | null {
  const at = words.lastIndexOf('or');
  const [other, ...more] = words.slice(at + 1).filter((word) => !ARTICLES.has(word));
  const one = words[at - 1];
  if (one === undefined || other === undefined || more.length > 0) return null;
  return DEMANDS.has(words[0] ?? '') ? null : [one, other];
}

/** The letter that answers start with, or ''. */
function letterIn(words: readonly string[]): string {
  const at = words.findIndex(
    (word, index) => word === 'with' && STARTS.has(words[index - 1] ?? ''),
  );
  const letters = at === -1 ? [] : words.slice(at).filter((word) => word.length === 1);
  return letters.at(-1) ?? '';
}

/**
 * Returns what people answer to a question, the best known first: one of two things that it offers, 'yes' or 'no', or
 * things of the topic that it names first. Only those with the letter that it asks for, if it knows any.
 */
export function likelyAnswers(question: string): readonly Thing[] {
  const words = question.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  const choice = choiceIn(words);
  if (choice !== null) return [[choice[0]], [choice[1]], ['both'], ['neither']];
  if (OF_YES_OR_NO.has(words[0] ?? '')) return [['yes', 'yeah', 'yes!'], ['no', 'nope'], ['maybe']];
  const plain = ` ${words.join(' ')} `;
  const [first] = PARSED.flatMap(({ phrases, things }) =>
    phrases.flatMap((phrase) => {
      const at = plain.indexOf(phrase);
      return at === -1 ? [] : [{ at, things }];
    }),
  ).toSorted((a, b) => a.at - b.at);
  const things = first?.things ?? thingsIn(THINGS);
  const letter = letterIn(words);
  const fitting = things.filter(([name]) => name?.toLowerCase().startsWith(letter));
  return fitting.length === 0 ? things : fitting;
}
