import { cleanup, configure } from '@testing-library/react';
import { afterEach, vi } from 'vitest';

// Only a failing test waits this long.
configure({ asyncUtilTimeout: 15_000 });

// Test files share a page: each test leaves it as it found it.
afterEach(() => {
  // Testing Library cleans up by itself only where test globals exist.
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  // Effects are tested without a page as well.
  if (typeof document === 'undefined') return;
  document.body.replaceChildren();
  localStorage.clear();
  sessionStorage.clear();
  window.history.replaceState(null, '', '/');
});
