import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createAnnouncements } from '#src/effects/announcements.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

describe('announcements', () => {
  it('shows a banner for 3 s [R9.banner]', () => {
    const announcements = createAnnouncements();
    announcements.showBanner({ type: 'banner', text: 'Released', tone: 'released' });
    vi.advanceTimersByTime(2_999);
    expect(announcements.state().banner).toEqual({ text: 'Released', tone: 'released' });
    vi.advanceTimersByTime(1);
    expect(announcements.state().banner).toBeNull();
  });
  it('gives a newer banner its full time', () => {
    const announcements = createAnnouncements();
    announcements.showBanner({ type: 'banner', text: 'Released' });
    vi.advanceTimersByTime(2_000);
    announcements.showBanner({ type: 'banner', text: 'Revoked' });
    vi.advanceTimersByTime(2_000);
    expect(announcements.state().banner).toEqual({ text: 'Revoked' });
    vi.advanceTimersByTime(1_000);
    expect(announcements.state().banner).toBeNull();
  });
  it('are polite or assertive', () => {
    const announcements = createAnnouncements();
    announcements.announce({ type: 'announce', text: '30 seconds left' });
    announcements.announce({ type: 'announce', text: "Time's up", urgent: true });
    expect(announcements.state()).toEqual({
      banner: null,
      polite: '30 seconds left',
      assertive: "Time's up",
    });
  });
  it('repeat the same text if it is announced twice', () => {
    const announcements = createAnnouncements();
    const said: string[] = [];
    announcements.subscribe(() => said.push(announcements.state().polite));
    for (let time = 0; time < 3; time += 1)
      announcements.announce({ type: 'announce', text: 'Again' });
    expect(said.map((text) => text.trim())).toEqual(['Again', 'Again', 'Again']);
    expect(said[0]).not.toBe(said[1]);
    expect(said[1]).not.toBe(said[2]);
  });
  it('are cleared silently', () => {
    const announcements = createAnnouncements();
    announcements.announce({ type: 'announce', text: "Time's up", urgent: true });
    for (let time = 0; time < 2; time += 1)
      announcements.announce({ type: 'announce', text: '', urgent: true });
    expect(announcements.state().assertive).toBe('');
  });
  it('are all cleared when muted, and the next banner has its full time [R4.logout-hushes]', () => {
    const announcements = createAnnouncements();
    announcements.showBanner({ type: 'banner', text: 'Released' });
    announcements.announce({ type: 'announce', text: 'A fruit?' });
    announcements.announce({ type: 'announce', text: "Time's up", urgent: true });
    vi.advanceTimersByTime(2_000);
    announcements.hush();
    expect(announcements.state()).toEqual({ banner: null, polite: '', assertive: '' });
    announcements.showBanner({ type: 'banner', text: 'Released' });
    vi.advanceTimersByTime(2_000);
    expect(announcements.state().banner).toEqual({ text: 'Released' });
  });
  it('repeat the same banner if it is announced twice', () => {
    const announcements = createAnnouncements();
    const said: string[] = [];
    announcements.subscribe(() => said.push(announcements.state().banner?.text ?? ''));
    for (let time = 0; time < 2; time += 1)
      announcements.showBanner({ type: 'banner', text: 'Again' });
    expect(said.map((text) => text.trim())).toEqual(['Again', 'Again']);
    expect(said[0]).not.toBe(said[1]);
  });
  it('notify no unsubscribed listener', () => {
    const announcements = createAnnouncements();
    const heard = vi.fn<() => void>();
    announcements.subscribe(heard)();
    announcements.announce({ type: 'announce', text: 'Hello' });
    expect(heard).not.toHaveBeenCalled();
  });
});
