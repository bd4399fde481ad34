import { act, render } from '@testing-library/react';
import { Route, Routes } from 'react-router-dom';
import ShellView from '#src/screens/shell/shell.tsx';
import SuccessView from '#src/screens/success/success.tsx';
import { createRoot } from '#tests/support/root.tsx';

/** Opens the page at /success, as after a payment. */
export async function atSuccess(): Promise<void> {
  const root = createRoot();
  const view = (
    <ShellView>
      <Routes>
        <Route path="/success" element={<SuccessView />} />
        <Route path="*" element={<h1>Elsewhere</h1>} />
      </Routes>
    </ShellView>
  );
  render(root.page(view, '/payment'));
  await act(async () => root.runtime.perform({ type: 'navigate', to: '/success' }));
}
