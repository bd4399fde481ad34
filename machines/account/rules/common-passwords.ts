/**
 * The most common passwords of at least 6 characters, lower case. The list is short on purpose: it blocks an attacker's
 * first guesses without making the page much larger; rate limits block further guesses.
 */
export const COMMON_PASSWORDS: ReadonlySet<string> = new Set(
  `
000000 0000000 00000000 010203 020202 101010 102030 111111 1111111 11111111 111111111 1111111111
111222 112112 112233 121212 123123 123123123 123234 123321 123456 1234567 12345678 123456789
1234567890 123456a 123456789a 123456b 123456q 12345a 12345q 12345qwert 1234qwer 123654 123654789
123abc 123asd 123qwe 123qweasd 123qwe123 12qwaszx 131313 134679 135790 141414 142536 147147 147258
147258369 147852 147852369 151515 159357 159753 159951 161616 171717 181818 191919 1q2w3e 1q2w3e4r
1q2w3e4r5t 1qaz2wsx 1qaz2wsx3edc 1qazxsw2 202020 212121 222222 22222222 232323 242424 246810 252525
258456 262626 282828 292929 303030 313131 321321 321654 333333 33333333 363636 369369 404040 420420
444444 44444444 456123 456456 456789 505050 515151 520520 555555 55555555 654321 666666 66666666
696969 741852 741852963 753951 777777 7777777 77777777 786786 789456 789456123 789789 852456 87654321
888888 88888888 951753 963852741 963852 987654 98765432 987654321 9876543210 999999 99999999 999999999
a12345 a123456 a1234567 a123456789 a1b2c3 a1b2c3d4 aa123456 aa12345678 aaaaaa aaaaaaaa abc123 abc1234
abc12345 abcabc abcd123 abcd1234 abcdef abcdefg abcdefgh abcdefg1 access admin1 admin123 admin1234
administrator adidas alexander alexis amanda america andrea andrew angel1 angela angels anthony apples
arsenal asd123 asdasd asdasdasd asdf1234 asdfasdf asdfgh asdfghj asdfghjk asdfghjkl ashley asshole
august austin azerty azertyuiop babygirl badboy bailey banana bandit barbie barcelona baseball
basketball batman beautiful benjamin biteme blahblah blessed blink182 brandon brandy brittany brooklyn
bubbles buster butterfly camaro canada carlos caroline casper changeme charles charlie charlie1 cheese
chelsea cherry chester chicago chicken chocolate chris1 christian christopher claudia coffee computer
cookie cookies corvette cowboy cowboys cristian crystal dallas dancer daniel daniela danielle database
default desktop diablo diamond dolphin dolphins donald dragon dragon1 eagles edward elephant elizabeth
eminem estrella family fernando ferrari fishing flower flowers football football1 forever forever21
frankie freedom friend friends fuckoff fuckyou fuckyou1 fuckyou2 gabriel gameshow gandalf garfield
george giants gibson ginger gizmodo golden golfer google guitar hahaha hannah hardcore harley heather
hello1 hello123 hello1234 helpme hockey hotmail hottie hunter iloveu iloveyou iloveyou1 iloveyou2
internet isabel jackson jasmine jasper jeffrey jennifer jeremy jessica jessie johnny jonathan jordan
jordan23 joseph joshua juliana junior justin justin1 killer kimberly kissme knight laptop lauren letmein
letmein1 liverpool liverpool1 lovely loveme lovers loveyou lucky1 maggie manchester marina marine
marlboro martin master master1 matrix matthew maverick melissa mercedes merlin metallica michael
michael1 michelle mickey midnight minecraft monica monkey monkey1 monkey123 monster morgan mother
mustang naruto nascar natasha nathan newyork nicholas nicole nintendo nirvana nothing oliver orange
p@ssw0rd p@ssword pa$$word pa55word parola passpass passw0rd password password! password0 password1
password1! password11 password12 password123 password1234 password2 password3 password5 password7
password9 patricia patrick peaches peanut pepper phoenix player please pokemon pokemon1 poohbear porsche
power123 prince princess princess1 purple pussycat q1w2e3 q1w2e3r4 q1w2e3r4t5 qazqaz qazwsx qazwsx123
qazwsxedc qq123456 qqqqqq qwaszx qwe123 qweasd qweasd123 qweasdzxc qweqwe qweqwe123 qwer1234 qwert1
qwert123 qwert12345 qwerty qwerty! qwerty1 qwerty12 qwerty123 qwerty1234 qwerty12345 qwerty123456
qwertyui qwertyuiop rachel raiders rainbow ranger rangers rebecca red123 redsox richard robert
rockstar rockyou ronaldo runner sabrina samantha samson samsung samuel scooby scooter scorpion secret
secret1 secret123 sebastian shadow shadow1 silver simple slipknot smokey snickers snoopy soccer soccer1
sophie spider spiderman starwars startrek steelers steven student summer summer1 sunshine sunshine1
superman superman1 superstar sweety system taylor teacher tennis teresa test123 test1234 test12345
testing testing1 testtest thomas thunder tigger tinkerbell trustno1 tweety unknown valentina vanessa
victor victoria viking violet volleyball welcome welcome1 welcome123 welcome1! whatever william
winner winter wizard xavier xxxxxx xxxxxxxx yamaha yankees yellow zaq12wsx zaq1zaq1 zxc123 zxcasdqwe
zxcvbn zxcvbnm zxcvbnm1 zxczxc zzzzzz
`
    .trim()
    .split(/\s+/),
);
