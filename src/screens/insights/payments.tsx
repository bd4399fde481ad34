import { m } from 'messages';
import { dateText, moneyText } from 'messages/format';
import { useSelector } from '@xstate/react';
import type { AdminPayment } from '#machines/payment/calls.ts';
import {
  type PaymentsActor,
  selectPayments,
  type SessionPayments,
} from '#machines/payment/payments.ts';
import { selectLoadMessage } from '#machines/kit/loader.ts';
import { usePayments } from './hook.ts';
import { useTakesPayments } from '#src/bindings/public-config.ts';
import { Badge } from '#src/components/badge.tsx';
import { Disclosure } from '#src/components/disclosure.tsx';
import { EmptyState, ErrorNote, Skeleton } from '#src/components/states.tsx';
import { Verbatim } from '#src/components/verbatim.tsx';
import styles from './insights.module.css';

/** The payments of one game session, and a link to the provider for refunds. */
export function Payments({ gameSessionId }: { readonly gameSessionId: string }) {
  const payments = usePayments(gameSessionId);
  const value = useSelector(payments, selectPayments);
  const message = useSelector(payments, selectLoadMessage);
  const isOff = useTakesPayments() === false;
  // Payments from before the fee was switched off can still be refunded.
  if (isOff && (value === null || value.payments.length === 0)) return null;
  return (
    <section aria-label={m.insightsPayments()} className={styles['panel']}>
      <h3>{m.insightsPayments()}</h3>
      <Loaded payments={payments} value={value} message={message} />
    </section>
  );
}

interface LoadedProps {
  readonly payments: PaymentsActor;
  readonly value: SessionPayments | null;
  readonly message: string | null;
}

function Loaded({ payments, value, message }: LoadedProps) {
  return (
    <>
      {message !== null && (
        <ErrorNote message={message} onRetry={() => payments.send({ type: 'load.retry' })} />
      )}
      {value === null
        ? message === null && <Skeleton label={m.insightsLoadingPayments()} shapes={['line']} />
        : value.payments.length === 0 && <EmptyState title={m.insightsNoPaymentsYet()} />}
      {value !== null && value.payments.length > 0 && (
        <Disclosure summary={summaryOf(value)}>
          <ul className={styles['merges']}>
            {value.payments.map((payment) => (
              <li key={payment.id}>
                <Payment payment={payment} />
              </li>
            ))}
          </ul>
        </Disclosure>
      )}
    </>
  );
}

function Payment({ payment }: { readonly payment: AdminPayment }) {
  const {
    username,
    status,
    amount,
    amount_refunded: refunded,
    currency,
    provider_url: url,
  } = payment;
  const isPartial = status === 'paid' && refunded > 0;
  const name = username ?? m.insightsSomeoneWithoutAccount();
  const at = payment.refunded_at ?? payment.paid_at ?? payment.created_at;
  return (
    <>
      <p>
        {username === null ? name : <Verbatim>{username}</Verbatim>}{' '}
        <Badge tone={status === 'paid' ? 'ok' : 'plain'}>
          {isPartial ? m.insightsPartlyRefunded() : STATUS_WORDS[status]}
        </Badge>
      </p>
      <p className={styles['rest']}>
        {`${moneyText(amount, currency)} · `}
        {isPartial &&
          `${m.insightsRefundedKept({
            refunded: moneyText(refunded, currency),
            kept: moneyText(amount - refunded, currency),
          })} · `}
        <time dateTime={at}>{dateText(at)}</time>
        {url !== null && (
          <>
            {' · '}
            <a
              href={url}
              target="_blank"
              rel="noreferrer"
              aria-label={m.commonLabelled({ label: AT_PROVIDER, value: name })}
            >
              {AT_PROVIDER}
            </a>
          </>
        )}
      </p>
    </>
  );
}

const STATUS_WORDS: Readonly<Record<AdminPayment['status'], string>> = {
  open: m.insightsPaymentOpen(),
  processing: m.insightsPaymentProcessing(),
  declined: m.insightsPaymentDeclined(),
  paid: m.insightsPaymentPaid(),
  cancelled: m.insightsPaymentCancelled(),
  refunded: m.insightsPaymentRefunded(),
};
const AT_PROVIDER = m.insightsViewRefundStripe();

const summaryOf = (value: SessionPayments): string => {
  const unpaid = value.payments.filter(({ paid_at }) => paid_at === null).length;
  return [
    m.countPayments({ count: value.paid }),
    totalOf(value),
    ...(unpaid === 0 ? [] : [m.insightsStartedButNotPaid({ unpaid })]),
  ].join(' · ');
};

const totalOf = ({ total, payments: [first] }: SessionPayments): string =>
  moneyText(total, first?.currency ?? 'usd');
