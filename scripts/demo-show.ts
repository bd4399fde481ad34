/** The demo's questions, each with the answers that people give and how often. */
export const SHOW: readonly { text: string; answers: readonly (readonly [string, number])[] }[] = [
  {
    text: 'Name something people take to the beach',
    answers: [
      ['towel', 30],
      ['sunscreen', 24],
      ['sun cream', 6],
      ['umbrella', 14],
      ['a book', 12],
      ['Sunglasses', 10],
      ['water', 8],
      ['sandwiches', 4],
      ['surfboard', 3],
    ],
  },
  {
    text: 'Which country has won the most football World Cups?',
    answers: [
      ['Brazil', 60],
      ['brasil', 6],
      ['Germany', 14],
      ['Italy', 9],
      ['Argentina', 8],
      ['France', 3],
    ],
  },
  {
    text: 'How many legs does a spider have?',
    answers: [
      ['8', 60],
      ['eight', 25],
      ['Eight legs', 4],
      ['6', 9],
      ['six', 3],
      ['10', 2],
    ],
  },
  {
    text: 'Name an instrument in a symphony orchestra',
    answers: [
      ['violin', 40],
      ['Cello', 16],
      ['the violins', 6],
      ['trumpet', 12],
      ['flute', 11],
      ['timpani', 4],
      ['oboe', 7],
      ['clarinet', 6],
      ['french horn', 4],
    ],
  },
  {
    text: 'What is the capital of Australia?',
    answers: [
      ['Canberra', 55],
      ['Sydney', 30],
      ['Melbourne', 12],
      ['Perth', 2],
    ],
  },
  {
    text: 'Name a reason to be late for work',
    answers: [
      ['traffic', 38],
      ['overslept', 22],
      ['the train', 12],
      ['trains', 5],
      ['sick child', 5],
      ['car broke down', 8],
      ['weather', 6],
      ['snow', 4],
    ],
  },
  {
    text: 'Who painted the Mona Lisa?',
    answers: [
      ['Leonardo da Vinci', 50],
      ['da vinci', 25],
      ['Leonardo Da Vinci', 10],
      ['Michelangelo', 10],
      ['Raphael', 3],
      ['Van Gogh', 2],
    ],
  },
  {
    text: 'Name a pizza topping',
    answers: [
      ['mushrooms', 24],
      ['mushroom', 8],
      ['pepperoni', 32],
      ['mozzarella', 10],
      ['pineapple', 10],
      ['Ham', 8],
      ['olives', 6],
      ['jalapeños', 3],
    ],
  },
];

/** One answer, drawn by weight and typed as people do: case, spaces, a slip in one of six. */
export function misspell(
  answers: readonly (readonly [string, number])[],
  randomInt: (limit: number) => number,
): string {
  let left = randomInt(answers.reduce((sum, [, weight]) => sum + weight, 0));
  const text = answers.find(([, weight]) => (left -= weight) < 0)?.[0] ?? '';
  const isSlip = text.length > 5 && randomInt(6) === 0;
  const at = 1 + randomInt(Math.max(1, text.length - 2));
  const slips = [
    text.slice(0, at) + text.slice(at + 1),
    text.slice(0, at) + text.charAt(at) + text.slice(at),
    text.slice(0, at) + text.charAt(at + 1) + text.charAt(at) + text.slice(at + 2),
  ];
  const typed = isSlip ? (slips[randomInt(slips.length)] ?? text) : text;
  const habits = [
    typed,
    typed.toLowerCase(),
    typed.toLowerCase(),
    `${typed} `,
    typed.toUpperCase(),
    `${typed}!`,
  ];
  return habits[randomInt(habits.length)] ?? typed;
}
