import { m } from 'messages';
import { languageName } from 'messages/language-name';
import { language, languages } from 'messages/language';
import Languages from 'lucide-react/icons/languages';
import { classes } from './classes.ts';
import styles from './language-field.module.css';

interface LanguageFieldProps {
  /** Shows only an icon in a wide window. */
  readonly compact?: boolean;
  readonly onChoose: (language: string) => void;
}

/** The languages as options of a list, each by its name in itself, which the static page's build may spell otherwise. */
export const LanguageOptions = () =>
  languages.map((tag) => (
    <option key={tag} value={tag} lang={tag} suppressHydrationWarning>
      {languageName(tag)}
    </option>
  ));

/** A list of the languages, for people who may not read the present one: an icon, and each name in its language. */
export function LanguageField({ compact = false, onChoose }: LanguageFieldProps) {
  return (
    <label className={classes(styles['language'], compact && styles['compact'])}>
      <Languages />
      <span className="visually-hidden">{m.languageLabel()}</span>
      <select value={language()} onChange={(event) => onChoose(event.target.value)}>
        <LanguageOptions />
      </select>
    </label>
  );
}
