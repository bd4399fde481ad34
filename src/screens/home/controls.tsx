import { m } from 'messages';
import { useSelector } from '@xstate/react';
import Volume2 from 'lucide-react/icons/volume-2';
import VolumeX from 'lucide-react/icons/volume-x';
import { useEffect } from 'react';
import {
  type QuestionsActor,
  selectActiveCount,
  selectFilter,
} from '#machines/answering/questions.ts';
import { useAudio } from './audio.hook.ts';
import { useUrlChoice } from '#src/bindings/url-state.ts';
import { Badge } from '#src/components/badge.tsx';
import { Button } from '#src/components/button.tsx';
import { Cluster } from '#src/components/layout.tsx';
import { SegmentedControl } from '#src/components/tabs.tsx';
import styles from './home.module.css';

const FILTERS = [
  { value: 'all', label: m.homeAll() },
  { value: 'active', label: m.homeActive() },
  { value: 'expired', label: m.commonExpired() },
] as const;

const AUDIO = {
  unset: m.homeEnableAudio(),
  enabled: m.homeAudioEnabled(),
  disabled: m.homeAudioDisabled(),
};

/** The filter of the list, the number of active questions, and the switch for chimes. */
export function Controls({ questions }: { readonly questions: QuestionsActor }) {
  const [filter, setFilter] = useUrlChoice('filter', ['all', 'active', 'expired']);
  const active = useSelector(questions, selectActiveCount);
  const audio = useAudio();
  useEffect(() => {
    // The list outlives the page and may still have another filter.
    if (selectFilter(questions.getSnapshot()) !== filter)
      questions.send({ type: 'questions.filter', filter });
  }, [questions, filter]);
  const isOn = audio.state === 'enabled';
  return (
    <div className={styles['controls']}>
      <SegmentedControl
        label={m.commonQuestions()}
        options={FILTERS}
        value={filter}
        onChange={setFilter}
      />
      <Cluster spread>
        <Badge tone={active > 0 ? 'live' : 'plain'}>{m.homeActiveCount({ active })}</Badge>
        <Button aria-pressed={isOn} icon={isOn ? <Volume2 /> : <VolumeX />} onClick={audio.toggle}>
          {AUDIO[audio.state]}
        </Button>
      </Cluster>
    </div>
  );
}
