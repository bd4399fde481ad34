import { m } from 'messages';
import SearchX from 'lucide-react/icons/search-x';
import { useState } from 'react';
import { useMidnight } from '#src/bindings/countdown.ts';
import { useBrand } from '#src/bindings/runtime.tsx';
import { useUrlChoice, useUrlState } from '#src/bindings/url-state.ts';
import { linkButton, standaloneLink } from '#src/components/button.tsx';
import { Card } from '#src/components/card.tsx';
import { Disclosure } from '#src/components/disclosure.tsx';
import { SearchField } from '#src/components/field.tsx';
import { Page, Stack } from '#src/components/layout.tsx';
import { Link } from '#src/components/link.tsx';
import { Spoken } from '#src/components/spoken.tsx';
import { EmptyState } from '#src/components/states.tsx';
import { SegmentedControl } from '#src/components/tabs.tsx';
import { FAQ_LABELS, type FaqItem, faqItems, findFaq, NOT_SENT } from './faq.ts';
import styles from './support.module.css';

const CATEGORIES = ['all', 'gameplay', 'technical', 'account', 'scoring'] as const;

export default function SupportView() {
  const brand = useBrand();
  const { text: midnight } = useMidnight();
  const [search, remember] = useUrlState('search');
  const [category, choose] = useUrlChoice('category', CATEGORIES);
  // The input has its own state, as the URL follows too late to control it.
  const [query, setQuery] = useState(search);
  const found = findFaq(faqItems(brand, midnight), query, category);

  return (
    <Page title={m.supportSupport()} lead={m.supportAnswersCommonQuestions()} width="text">
      <Stack>
        <SearchField
          label={m.supportSearchAnswers()}
          value={query}
          onChange={(event) => {
            setQuery(event.target.value);
            remember(event.target.value.trim());
          }}
        />
        <SegmentedControl
          label={m.supportCategory()}
          options={CATEGORIES.map((value) => ({ value, label: FAQ_LABELS[value] }))}
          value={category}
          onChange={choose}
        />
        <Spoken className={styles['count']}>{m.countAnswers({ count: found.length })}</Spoken>
      </Stack>
      {found.length === 0 ? (
        <EmptyState
          icon={<SearchX />}
          title={m.supportNoAnswersFound()}
          hint={m.supportTryAnotherWordCategory()}
          action={
            <Link to="/contact" className={linkButton()}>
              {m.supportContact()}
            </Link>
          }
        />
      ) : (
        <Stack gap="tight">
          {found.map((item) => (
            <Answer key={item.id} item={item} />
          ))}
        </Stack>
      )}
      <Card
        as="section"
        label={m.supportContactFeedback()}
        title={m.supportStillLooking()}
        actions={
          <>
            <Link to="/contact" className={linkButton('primary')}>
              {m.supportContact()}
            </Link>
            <Link to="/feedback" className={linkButton()}>
              {m.supportFeedback()}
            </Link>
          </>
        }
      >
        <p>{NOT_SENT}</p>
      </Card>
    </Page>
  );
}

function Answer({ item: { category, question, answer, link } }: { readonly item: FaqItem }) {
  return (
    <Disclosure
      summary={
        <span className={styles['question']}>
          <span>{FAQ_LABELS[category]}</span> {question}
        </span>
      }
    >
      <div className={styles['answer']}>
        {answer.map((paragraph) => (
          <p key={paragraph}>{paragraph}</p>
        ))}
        {link && (
          <Link to={link.to} className={standaloneLink}>
            {link.label}
          </Link>
        )}
      </div>
    </Disclosure>
  );
}
