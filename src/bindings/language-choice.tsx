import { LanguageField } from '#src/components/language-field.tsx';
import { chooseLanguage, saveLanguage } from '#src/effects/choose-language.ts';
import { useRuntime, useUser } from './runtime.tsx';

export interface LanguageChoiceProps {
  readonly compact?: boolean;
}

/** Changes the language of the page, and of the mails to a signed-in account. */
export default function LanguageChoice({ compact = false }: LanguageChoiceProps) {
  const runtime = useRuntime();
  const user = useUser();
  return (
    <LanguageField
      compact={compact}
      onChoose={(chosen) =>
        void chooseLanguage(
          chosen,
          () => saveLanguage(runtime, user, chosen),
          runtime.announcements,
        )
      }
    />
  );
}
