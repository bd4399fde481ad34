import {
  provideCancelEmailChange,
  provideContact,
  provideFeedback,
  provideForgot,
  provideProfile,
  provideRegister,
  provideReset,
} from '#src/effects/provide/forms.ts';
import { useScreen } from './screen.ts';

/* The actors of the forms outside the show; each actor lives as long as its screen. */

export const useRegisterForm = () => useScreen(provideRegister, undefined);
export const useForgotForm = () => useScreen(provideForgot, undefined);
export const useResetForm = () => useScreen(provideReset, undefined);
export const useCancelEmailChangeForm = () => useScreen(provideCancelEmailChange, undefined);
export const useProfileForm = () => useScreen(provideProfile, undefined);
export const useContactForm = () => useScreen(provideContact, undefined);
export const useFeedbackForm = () => useScreen(provideFeedback, undefined);
