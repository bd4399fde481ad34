import { describe, expect, it } from 'vitest';
import { fitQuestion } from '#server/show/questions/fit.ts';

const BEACH = 'Name something people take to the beach.';

describe('a question that a model wrote [R7.ai-generate-plain]', () => {
  it.each([
    [BEACH, BEACH],
    [`  ${BEACH}\n`, BEACH],
    [`"${BEACH}"`, BEACH],
    [`“${BEACH}”`, BEACH],
    ['"Yes" or "no": which do children say first?', '"Yes" or "no": which do children say first?'],
    [
      'A bird in the ____ is worth two in the ____.',
      'A bird in the ____ is worth two in the ____.',
    ],
    ['What is 3 * 4 < 20?', 'What is 3 * 4 < 20?'],
    ['Who played Hawkeye in M*A*S*H?', 'Who played Hawkeye in M*A*S*H?'],
    ['What comes after #1 in R&B; or in C#?', 'What comes after #1 in R&B; or in C#?'],
    ['1. FC Köln: name a player.', '1. FC Köln: name a player.'],
    ['Name a beach 🏖️ [in Europe].', 'Name a beach 🏖️ [in Europe].'],
    ['Name a \u202ebeach\u202c.', 'Name a beach.'],
    ['x'.repeat(500), 'x'.repeat(500)],
  ])('%j can be shown', (written, shown) => {
    expect(fitQuestion(written, 'the sea')).toBe(shown);
  });

  it.each([
    [''],
    [' \u200b\u2060 '],
    ['""'],
    ['?!'],
    ['x'.repeat(501)],
    ['Name a beach.\nAnswer: Bondi'],
    ['Name a beach.\u2028Answer: Bondi'],
    ['Name a \0 beach.'],
    ['Name a \ud800 beach.'],
    ['Name a \u001b[31mbeach.'],
    ['Name a <b>beach</b>.'],
    ['Name a beach.<script>alert(1)</script>'],
    ['Name a beach.<!-- Bondi -->'],
    ['Name a beach.<img src=x onerror=alert(1)'],
    ['Name a beach&period; Now&#33;'],
    ['Name a **beach**.'],
    ['Name a *beach*.'],
    ['Name a __beach__.'],
    ['Name a _sandy beach_.'],
    ['Name a `beach`.'],
    ['Name a ~~lake~~ beach.'],
    [String.raw`Name a \textbf{beach}.`],
    ['Name a [beach](x).'],
    ['![a beach](x)'],
    ['# Name a beach.'],
    ['- Name a beach.'],
    ['> Name a beach.'],
    ['"# Name a beach."'],
    ['Name a beach, see https://beach.example.'],
    ['Name a beach, see www.beach.example.'],
  ])('%j is refused', (written) => {
    expect(fitQuestion(written, 'the sea')).toBeNull();
  });

  it.each([
    ['пляж', 'Назовите что-нибудь, что берут на пляж.', true],
    ['пляж', BEACH, true],
    ['the sea', 'Назовите что-нибудь, что берут на пляж.', false],
    ['the sea', 'Which people call the sea θάλασσα?', true],
    ['寿司', '好きな寿司のネタは何ですか?', true],
    ['寿司', '좋아하는 초밥은 무엇입니까?', false],
    ['海滩', 'Назовите пляж.', false],
    ['شاطئ', 'اذكر شيئًا يأخذه الناس إلى الشاطئ.', true],
    ['The Greek θ', 'Ονομάστε μια παραλία.', true],
    ['1984 🏖️', 'Назовите роман.', true],
    ['things to do in the garden', 'Nenne etwas, das man im Garten macht.', false],
    ['things to do in the garden', 'Name something people do in the garden.', true],
    ['Dinge, die man im Garten macht', 'Name something people do in the garden.', false],
    ['Dinge, die man im Garten macht', 'Nenne etwas, das man im Garten macht.', true],
    ['ce que les gens font dans le jardin', 'Nombra algo que se hace en el jardín.', false],
    ['lo que se hace en el jardín', 'Nombra algo que la gente hace en el jardín.', true],
    // Names of works are no language.
    ['Die Hard', 'Name something people like in the film Die Hard.', true],
    ['La La Land', 'Nenne etwas, das man mit La La Land verbindet.', true],
    ['The Beatles', 'Nenne ein Lied der Beatles, das man kennt.', true],
    ['holidays', 'Nenne etwas, das man in den Ferien macht.', true],
  ])('about %j may be %j: %s', (topic, written, isFit) => {
    expect(fitQuestion(written, topic)).toBe(isFit ? written : null);
  });
});
