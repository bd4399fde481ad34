import { element } from './elements.ts';
import styles from './stand-in.module.css';

const asMoney = ({ amount, currency }: { readonly amount: number; readonly currency: string }) =>
  new Intl.NumberFormat('en', { style: 'currency', currency }).format(amount / 100);

/** The 3-D Secure dialog of the card's bank. Closing it counts as a refusal. */
export function authenticate(intent: {
  readonly amount: number;
  readonly currency: string;
}): Promise<'approved' | 'refused'> {
  const approve = button('Approve');
  const refuse = button('Refuse');
  const title = element('h2', { id: 'stand-in-title' }, '3-D Secure');
  const dialog = element(
    'dialog',
    { class: styles['dialog'] ?? '', 'aria-labelledby': title.id },
    title,
    element('p', {}, `A bank would ask you here to approve ${asMoney(intent)}. No money moves.`),
    element('div', { class: styles['answers'] ?? '' }, approve, refuse),
  );
  document.body.append(dialog);
  dialog.showModal();
  return new Promise((resolve) => {
    const end = (outcome: 'approved' | 'refused') => {
      dialog.close();
      dialog.remove();
      resolve(outcome);
    };
    approve.addEventListener('click', () => end('approved'));
    refuse.addEventListener('click', () => end('refused'));
    dialog.addEventListener('cancel', (event) => {
      event.preventDefault();
      end('refused');
    });
  });
}

const button = (label: string): HTMLButtonElement =>
  element('button', { type: 'button', class: styles['button'] ?? '' }, label);
