import { m } from 'messages';
import { fireEvent, render, screen } from '@testing-library/react';
import { createActor } from 'xstate';
import { describe, expect, it } from 'vitest';
import { timeZoneForm, timeZoneMachine, type TimeZoneState } from '#machines/admin/admin.ts';
import { success } from '#machines/contract/outcome.ts';
import { TimeZone, TimeZoneOffer } from '#src/screens/admin/time-zone.tsx';
import { axeFindings, manualPort } from '#tests/support/screens.tsx';

const HERE = new Intl.DateTimeFormat().resolvedOptions().timeZone;
const NONE: TimeZoneState = { zone: 'UTC', isFixed: false, isDefault: true };
const CHOSEN: TimeZoneState = { zone: 'Asia/Tokyo', isFixed: false, isDefault: false };
const FIXED: TimeZoneState = { zone: 'Asia/Tokyo', isFixed: true, isDefault: false };

async function open(Screen: typeof TimeZone | typeof TimeZoneOffer, state: TimeZoneState) {
  const load = manualPort<{ readonly query: null }, TimeZoneState>();
  const submit = manualPort<{ readonly values: { readonly zone: string } }, TimeZoneState>();
  const timeZone = createActor(timeZoneMachine.provide({ actors: { load: load.logic } }), {
    input: { query: null, random: () => 0.5 },
  }).start();
  const change = createActor(timeZoneForm.provide({ actors: { submit: submit.logic } })).start();
  render(
    <main>
      <Screen timeZone={timeZone} change={change} />
    </main>,
  );
  await load.answer(success(state));
  return submit;
}
const list = () => screen.getByRole('combobox', { name: 'Time zone whose midnight begins a day' });

describe('the time zone [R9.show-time-zone]', () => {
  it('of the browser is suggested while none is set, and set with one button', async () => {
    const submit = await open(TimeZoneOffer, NONE);
    expect(list()).toHaveProperty('value', HERE);
    expect(await axeFindings()).toEqual([]);
    fireEvent.click(screen.getByRole('button', { name: 'Use' }));
    await submit.answer(success(CHOSEN));
    expect(screen.getByText(m.timeZoneChanged())).toBeTruthy();
  });
  it.each([
    ['chosen', CHOSEN],
    ['set by the environment', FIXED],
  ])('is not suggested once it is %s', async (_how, state) => {
    await open(TimeZoneOffer, state);
    expect(screen.queryByRole('button')).toBeNull();
  });
  it('can be changed later', async () => {
    await open(TimeZone, CHOSEN);
    expect(list()).toHaveProperty('value', 'Asia/Tokyo');
    expect(screen.getByRole('button', { name: 'Change' })).toBeTruthy();
  });
  it('is shown as fixed when the environment sets it', async () => {
    await open(TimeZone, FIXED);
    expect(screen.queryByRole('button')).toBeNull();
    expect(document.body.textContent).toContain('SHOW_TIME_ZONE sets it');
  });
});
