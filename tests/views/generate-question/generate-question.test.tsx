import { act, fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import GenerateQuestionView from '#src/screens/generate-question/generate-question.tsx';
import { createRoot } from '#tests/support/root.tsx';
import { question } from '#tests/views/que-cards/question.ts';
import { alertText, axeFindings, complaint, fill, wrongFields } from '#tests/support/screens.tsx';

type Reply = readonly [status: number, body: unknown];
const NOT_JSON: Reply = [500, '<html>'];
const config = (model: boolean): Reply => [
  200,
  {
    brand: { name: 'Gameshow', slug: 'gameshow' },
    entryFee: { amount: 50, currency: 'usd', label: '$0.50' },
    payments: 'off',
    model,
    serverTime: 0,
  },
];
const AI = '/api/game-sessions/ai-generate';
const CREATE = '/api/game-sessions/generate';
const created: Reply = [201, { message: 'Question session created.', question: question('q1') }];

const ZONE = process.env['TZ'];
/** The recorded requests of each call. */
let sent: [string, unknown][];
/** The page's navigation target. */
let went: string[];
beforeEach(() => {
  // Five hours behind UTC in winter.
  process.env['TZ'] = 'America/New_York';
  localStorage.clear();
  sent = [];
  went = [];
});
afterEach(() => {
  if (ZONE === undefined) delete process.env['TZ'];
  else process.env['TZ'] = ZONE;
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** The page over a server with these replies; a missing path is unreachable. */
async function open(replies: Readonly<Record<string, Reply | Promise<Reply>>>, signedIn = true) {
  vi.stubGlobal('fetch', async (request: Request) => {
    const { pathname } = new URL(request.url);
    if (request.method === 'POST') sent.push([pathname, await request.json()]);
    const reply = await replies[pathname];
    if (reply === undefined) throw new TypeError('fetch failed');
    return new Response(JSON.stringify(reply[1]), { status: reply[0] });
  });
  const root = createRoot({
    effects: { perform: (fact) => void (fact.type === 'navigate' && went.push(fact.to)) },
  });
  if (signedIn)
    root.runtime.session.write('e30.e30.c2ln', {
      id: 'u1',
      name: 'Ann',
      email: 'ann@example.org',
      role_id: 1,
    });
  await act(async () => {
    render(
      root.page(
        <main>
          <GenerateQuestionView />
        </main>,
        '/generate-question',
      ),
    );
  });
  return userEvent.setup({ delay: null });
}
const topic = () => screen.getByRole('textbox', { name: 'Topic' });
const hint = () =>
  document.getElementById(topic().getAttribute('aria-describedby') ?? '')?.textContent;
const textarea = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Question' });
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const isCreated = () => screen.queryByText('Question session created.') !== null;
const plan = (start: string, end: string) => {
  fireEvent.input(screen.getByLabelText('Start time'), { target: { value: start } });
  fireEvent.input(screen.getByLabelText('End time'), { target: { value: end } });
};

describe('without a model [R2.generate-no-model]', () => {
  const replies = {
    '/api/config': config(false),
    [CREATE]: created,
  } as const;

  it('the page says so in advance, and offers no topic to send', async () => {
    await open(replies);
    await expect.poll(hint).toBe("AI isn't set up. Write your own below.");
    const controls = [topic(), screen.getByRole('button', { name: 'Generate with AI' })];
    for (const control of controls) expect(control).toHaveProperty('disabled', true);
    expect(await axeFindings()).toEqual([]);
  });

  it("a question is created, planned in the user's own time, and leads to the dashboard after 2 s [R2.generate-zone R2.generate-redirect R7.generate-instants R9.redirect-created]", async () => {
    const user = await open(replies);
    expect(screen.getByText('Your time zone: America/New York')).toBeDefined();
    await user.type(textarea(), 'Name a fruit.');
    plan('2030-01-01T20:00', '2030-01-01T21:00');
    vi.useFakeTimers();
    press('Create Question Session');
    for (let turn = 0; turn < 1_000 && !isCreated(); turn += 1)
      await act(() => vi.advanceTimersByTimeAsync(0));
    expect(isCreated()).toBe(true);
    expect(sent).toEqual([
      [
        CREATE,
        {
          question: 'Name a fruit.',
          startTime: '2030-01-02T01:00:00.000Z',
          endTime: '2030-01-02T02:00:00.000Z',
        },
      ],
    ]);
    await act(() => vi.advanceTimersByTimeAsync(1_999));
    expect(went).toEqual([]);
    await act(() => vi.advanceTimersByTimeAsync(1));
    expect(went).toEqual(['/admin']);
  });
});

const generate = async () => {
  await userEvent.type(topic(), 'holidays');
  press('Generate with AI');
  await screen.findByText('Your question is in the field below. Check it before it goes on air.');
};

describe('with a model', () => {
  const replies = {
    '/api/config': config(true),
    [AI]: [200, { question: 'Name a beach.' }],
  } as const;

  it('its question is in the field, and nothing is said of one that is missing [R2.generate-written]', async () => {
    await open(replies);
    expect(hint()).toBe('E.g. holidays by the sea');
    press('Create Question Session');
    expect(wrongFields()).toEqual(['question', 'startTime', 'endTime']);
    await generate();
    expect([textarea().value, wrongFields()]).toEqual(['Name a beach.', ['startTime', 'endTime']]);
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
  });

  it('what was written before comes back, and goes again [R2.generate-undo]', async () => {
    const user = await open(replies);
    await user.type(textarea(), 'My own words');
    await generate();
    expect(textarea().value).toBe('Name a beach.');
    expect(screen.getByText('Your earlier text was replaced.')).toBeDefined();
    await user.type(textarea(), ' Quick!');
    press('Undo');
    expect(textarea().value).toBe('My own words');
    expect(screen.getByText('Your earlier text is back.')).toBeDefined();
    press('Redo');
    expect(textarea().value).toBe('Name a beach. Quick!');
    expect(await axeFindings()).toEqual([]);
  });

  it('shows progress, and only one at a time [R2.generate-ai-button]', async () => {
    const answers: ((reply: Reply) => void)[] = [];
    const reply = new Promise<Reply>((resolve) => answers.push(resolve));
    const user = await open({ ...replies, [AI]: reply });
    await user.type(topic(), 'holidays');
    press('Generate with AI');
    press('Generating…');
    await expect.poll(() => sent).toEqual([[AI, { topic: 'holidays' }]]);
    expect(screen.getByRole('button', { name: 'Generating…' }).getAttribute('aria-busy')).toBe(
      'true',
    );
    answers[0]?.([502, { error: 'Failed to generate AI question.' }]);
    await expect.poll(alertText).toBe('Failed to generate AI question.');
    expect(sent).toHaveLength(1);
  });
});

describe('shows', () => {
  it.each([
    ['', '', '', 'Please enter a question.', 'question'],
    [
      'Name a fruit.',
      '',
      '2030-01-01T21:00',
      'Please select both start and end times.',
      'startTime',
    ],
    ['Name a fruit.', '2030-01-01T20:00', '', 'Please select both start and end times.', 'endTime'],
    [
      'Name a fruit.',
      '2030-01-01T20:00',
      '2030-01-01T20:00',
      'End time must be after start time.',
      'endTime',
    ],
  ])(
    'what is missing: %j, %j to %j [R5.generate-question-required R5.generate-times-required R5.generate-end-after-start]',
    async (text, start, end, message, field) => {
      const user = await open({});
      await fill(user, { Question: text });
      plan(start, end);
      press('Create Question Session');
      expect([complaint(), sent]).toEqual([{ message, field }, []]);
    },
  );

  it.each([
    [
      true,
      { [AI]: NOT_JSON, [CREATE]: NOT_JSON },
      'Failed to generate AI question.',
      'Failed to create question.',
    ],
    [true, {}, 'Network error. Please try again.', 'Network error. Please try again.'],
    [false, {}, 'Please log in to generate questions.', 'Please log in to create questions.'],
  ] as const)(
    'the reason of a failure: signed in %s, %j [R8.generate-ai-failed R8.generate-failed R8.generate-log-in R8.generate-log-in-ai]',
    async (signedIn, replies, noQuestion, notCreated) => {
      const user = await open(replies, signedIn);
      await user.type(topic(), 'holidays');
      press('Generate with AI');
      await expect.poll(alertText).toBe(noQuestion);
      await user.type(topic(), ' by the sea');
      expect(alertText()).toBe('');
      await user.type(textarea(), 'Name a fruit.');
      plan('2030-01-01T20:00', '2030-01-01T21:00');
      press('Create Question Session');
      await expect.poll(alertText).toBe(notCreated);
      expect([topic(), textarea()].map((field) => 'value' in field && field.value)).toEqual([
        'holidays by the sea',
        'Name a fruit.',
      ]);
    },
  );
});

it('explains how answers are matched [R2.generate-explainer]', async () => {
  await open({});
  expect(document.querySelector('details')?.textContent).toMatch(
    /^How answers are matched.*Text matching forms the groups.*it never takes a group apart/i,
  );
});
