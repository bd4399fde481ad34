import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { describeStores } from '#tests/support/databases.ts';
import { CARDS, intentOf, type ProviderEvent } from '#tests/support/payment-provider.ts';
import { type Fixture, openFixtureOn, WANTED } from './fixture.ts';

type Deed =
  | { readonly type: 'card'; readonly card: keyof typeof CARDS }
  | { readonly type: 'authenticate'; readonly outcome: 'approved' | 'refused' }
  | { readonly type: 'cancel' | 'refund' | 'ask' | 'begin' | 'reconcile' }
  | { readonly type: 'hear'; readonly which: number };

const deed: fc.Arbitrary<Deed> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      type: fc.constant('card' as const),
      card: fc.constantFrom('accepted', 'declined', 'poor', 'authenticate', 'authenticate', 'lost'),
    }),
  },
  fc.record({
    type: fc.constant('authenticate' as const),
    outcome: fc.constantFrom('approved', 'refused'),
  }),
  {
    weight: 3,
    arbitrary: fc.record({
      type: fc.constantFrom('cancel', 'refund', 'ask', 'begin', 'reconcile'),
    }),
  },
  fc.record({ type: fc.constant('hear' as const), which: fc.nat(20) }),
);
/** Acts at the same time run concurrently. */
const history = fc.array(fc.array(deed, { minLength: 1, maxLength: 3 }), { maxLength: 8 });

/** Ignore refusals; only the final state is compared. */
const refused = () => null;

/** The provider's state, in the ledger's terms. */
async function truthOf({ bank }: Fixture, intentId: string): Promise<string> {
  const intent = await bank.stripe.paymentIntents.retrieve(intentId, {
    expand: ['latest_charge'],
  });
  const { status, latest_charge: charge, last_payment_error: error } = intent;
  if (status === 'succeeded')
    return typeof charge === 'object' && charge?.refunded === true ? 'refunded' : 'paid';
  if (status === 'canceled') return 'cancelled';
  return status === 'requires_payment_method' && error !== null ? 'declined' : 'open';
}

describeStores('whatever happens to a payment', (open, _place, runs) => {
  const openFixture = openFixtureOn(open);

  it("the ledger ends with the provider's state, and only a refund undoes a payment [R7.payment-provider]", async () => {
    const opened = await openFixture();
    const { bank, db, clock, hear } = opened;
    const processes = [opened.process(), opened.process()] as const;
    let run = 0;
    await fc.assert(
      fc.asyncProperty(history, fc.infiniteStream(fc.nat(1_000)), async (moments, chance) => {
        run += 1;
        const wanted = { ...WANTED, gameSessionId: `g${run}` };
        bank.told.length = 0;
        let process = 0;
        const either = () => processes[(process += 1) % 2 === 0 ? 0 : 1];
        let { clientSecret } = await either().begin('u1', wanted);
        const heard: ProviderEvent[] = [];

        const act = async (each: Deed): Promise<void> => {
          const id = intentOf(clientSecret);
          const { paymentIntents, refunds } = bank.stripe;
          switch (each.type) {
            case 'card':
              await bank.form.confirm(clientSecret, CARDS[each.card]).catch(refused);
              break;
            case 'authenticate':
              await bank.form.authenticate(clientSecret, each.outcome);
              break;
            case 'cancel':
              await paymentIntents.cancel(id).catch(refused);
              break;
            case 'refund':
              await refunds.create({ payment_intent: id }).catch(refused);
              break;
            case 'ask':
              await either().confirm('u1', id);
              break;
            case 'begin': {
              const begun = await either().begin('u1', wanted).catch(refused);
              clientSecret = begun?.clientSecret ?? clientSecret;
              break;
            }
            case 'reconcile':
              await either().reconcile(0);
              break;
            case 'hear': {
              const told = bank.told[each.which % bank.told.length];
              if (told === undefined) break;
              heard.push(told);
              await hear(either(), told);
            }
          }
        };
        const rows = () =>
          db.read
            .selectFrom('payment')
            .select(['id', 'status', 'intent_id', 'paid_at', 'refunded_at'])
            .where('game_session_id', '=', wanted.gameSessionId)
            .orderBy('id')
            .execute();

        let before = await rows();
        for (const deeds of moments) {
          clock.now += 1_000;
          await Promise.all(deeds.map(act));
          const now = await rows();
          const undone = before.filter(({ id, status, paid_at }) => {
            const after = now.find((row) => row.id === id);
            const mayFollow = status === 'paid' ? ['paid', 'refunded'] : ['refunded'];
            return (
              paid_at !== null &&
              !(mayFollow.includes(after?.status ?? '') && after?.paid_at === paid_at)
            );
          });
          expect(undone).toEqual([]);
          before = now;
        }

        // In the end every event arrives, in any order, some repeatedly.
        const left = [...bank.told, ...heard].map((told) => ({ told, at: chance.next().value }));
        const shuffled = left.toSorted((one, other) => Number(one.at) - Number(other.at));
        await Promise.all(shuffled.map(({ told }) => hear(either(), told)));

        const ledger = await rows();
        const told = ledger.map(({ status, paid_at, refunded_at }) => [
          status,
          paid_at !== null,
          refunded_at !== null,
        ]);
        const truths = await Promise.all(
          ledger.map(({ intent_id }) => truthOf(opened, intent_id ?? '')),
        );
        expect(told).toEqual(
          truths.map((truth) => [
            truth,
            truth === 'paid' || truth === 'refunded',
            truth === 'refunded',
          ]),
        );
        expect(truths.filter((truth) => truth === 'paid').length).toBeLessThan(2);
        const mine = await either().mine('u1');
        expect(mine.filter(({ game_session_id }) => game_session_id === `g${run}`)).toHaveLength(
          truths.filter((truth) => truth === 'paid').length,
        );
      }),
      { numRuns: runs(30) },
    );
  });
});
