import { render } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { AdminQuestion } from '#machines/contract/entities.ts';
import { success } from '#machines/contract/outcome.ts';
import { QueCardsScreen } from '#src/screens/que-cards/que-cards.tsx';
import { cardsFixture } from '#tests/support/cards-fixture.ts';
import { createRoot } from '#tests/support/root.tsx';
import { showView } from '#tests/support/show-view.ts';

/** The que cards with these questions; the test replies for the server. */
export async function showCards(questions: readonly AdminQuestion[], path = '/que-cards') {
  const fixture = cardsFixture();
  const root = createRoot();
  render(
    root.page(
      <main>
        <QueCardsScreen actors={fixture.actors} />
      </main>,
      path,
    ),
  );
  await fixture.lists(questions);
  await fixture.loads(success(showView().direction));
  return {
    ...fixture,
    banner: () => root.runtime.announcements.state().banner,
    user: userEvent.setup({ delay: null }),
  };
}
