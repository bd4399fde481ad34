import type { AnyEventObject, AnyMachineSnapshot } from 'xstate';
import { describe, expect, it } from 'vitest';
import { refusal, success } from '#machines/contract/outcome.ts';
import { createQuestionForm, topicForm } from '#machines/show/question-forms.ts';
import { elapsed, emittedBy, fold, outcome } from '#tests/support/graph.ts';

const good = {
  question: 'Name a fruit.',
  startTime: '2030-01-01T20:00',
  endTime: '2030-01-01T21:00',
};
const submit = <T>(values: T) => ({ type: 'form.submit', values });
const refused = (message: string, ...fields: string[]) => ({
  value: 'editing',
  context: { message, errors: Object.fromEntries(fields.map((field) => [field, message])) },
});
const ended = ({ value, context: { message, errors } }: AnyMachineSnapshot) => ({
  value,
  context: { message, errors },
});
const created = (...events: AnyEventObject[]) => ended(fold(createQuestionForm, undefined, events));
const written = (...events: AnyEventObject[]) => ended(fold(topicForm, undefined, events));

const edited = (field: string) =>
  created(submit({ ...good, endTime: good.startTime }), { type: 'form.edited', field });

describe('QF-1 create a question', () => {
  it.each<[object, string, ...string[]]>([
    [{ question: '  ' }, 'Please enter a question.', 'question'],
    [{ question: 'x'.repeat(501) }, 'At most 500 characters, please.', 'question'],
    [{ startTime: '' }, 'Please select both start and end times.', 'startTime'],
    [{ endTime: '' }, 'Please select both start and end times.', 'endTime'],
    [
      { startTime: '', endTime: '' },
      'Please select both start and end times.',
      'startTime',
      'endTime',
    ],
    [{ endTime: good.startTime }, 'End time must be after start time.', 'endTime'],
    [{ endTime: '2030-01-01T19:59' }, 'End time must be after start time.', 'endTime'],
  ])('refuses %j', (wrong, message, ...fields) => {
    expect(created(submit({ ...good, ...wrong }))).toEqual(refused(message, ...fields));
  });
  it('validates both times together: changing one clears the errors of both', () => {
    for (const field of ['startTime', 'endTime'])
      expect(edited(field).context).toEqual({ message: null, errors: {} });
    expect(edited('question').context).not.toEqual({ message: null, errors: {} });
  });
  it('leads to the dashboard after a delay', () => {
    const events = [submit(good), outcome('submit', success('Question session created.'))];
    const late = elapsed('untilNext', 'createQuestion.succeeded.leaving');
    expect(created(...events)).toEqual({
      value: { succeeded: 'leaving' },
      context: { message: 'Question session created.', errors: {} },
    });
    expect(emittedBy(createQuestionForm, undefined, [...events, late]).at(-1)).toEqual({
      type: 'navigate',
      to: '/admin',
    });
  });
});

describe('QF-2 generate a question by AI', () => {
  it('needs a topic', () => {
    expect(written(submit({ topic: ' ' }))).toEqual(
      refused('Please enter a topic for AI generation.', 'topic'),
    );
  });
  it('shows why generation failed', () => {
    expect(written(submit({ topic: 'Fruit' }), outcome('submit', refusal('No model.')))).toEqual({
      value: 'editing',
      context: { message: 'No model.', errors: {} },
    });
  });
  it('returns the generated question, and can be used again at once', () => {
    const events = [submit({ topic: 'Fruit' }), outcome('submit', success('Name a fruit.'))];
    expect(emittedBy(topicForm, undefined, events)).toEqual([
      { type: 'submitted', value: 'Name a fruit.' },
    ]);
    expect(written(...events).context.message).toBe('Name a fruit.');
    expect(written(...events, submit({ topic: 'Sport' })).value).toBe('submitting');
  });
});
