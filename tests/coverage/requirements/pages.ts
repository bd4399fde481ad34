/** How it works, support, contact, feedback, payment and its result pages (specification §2, §5, §8, §9). */
export const pages: Readonly<Record<string, string>> = {
  'R2.how-it-works': 'How It Works explains the game in its steps',
  'R2.how-rule-home':
    'How It Works: a home viewer gets as many points as home viewers are in the group',
  'R2.how-rule-studio': 'How It Works: a contestant gets 5, 4, 3, 2, 1 by popularity',
  'R2.how-example': "How It Works: a worked example, counted by the show's own rules",
  'R2.how-daily-reset':
    "How It Works: the daily reset at midnight UTC in the reader's own time zone",
  'R2.how-own-rule': 'How It Works marks the rule that applies to the reader (decisions §6)',

  'R2.support-faq': 'Support has questions and answers that are true of the product',
  'R2.support-search': 'Support can be searched',
  'R2.support-category-all': 'Support category: all',
  'R2.support-category-gameplay': 'Support category: gameplay',
  'R2.support-category-technical': 'Support category: technical',
  'R2.support-category-account': 'Support category: account',
  'R2.support-category-scoring': 'Support category: scoring',
  'R2.support-expand': 'The items of Support can be expanded',
  'R2.support-contact': 'Support links to /contact',
  'R2.support-feedback': 'Support links to /feedback',
  'R2.support-nothing': 'Support says when nothing is found, and where to go',
  'R9.daily-reset-faq': 'The FAQ says that the daily leaderboard resets at midnight UTC',

  'R2.contact-simulated': 'Contact only simulates sending: no network call is made',
  'R9.contact-delay': 'Simulated delay: contact 1.5 s',
  'R3.contact-name': 'Contact form: name',
  'R3.contact-email': 'Contact form: email',
  'R3.contact-message': 'Contact form: message',
  'R3.contact-technical-support': 'Contact subject technical-support',
  'R3.contact-game-feedback': 'Contact subject game-feedback',
  'R3.contact-feature-request': 'Contact subject feature-request',
  'R3.contact-partnership': 'Contact subject partnership',
  'R3.contact-bug-report': 'Contact subject bug-report',
  'R3.contact-other': 'Contact subject other',
  'R5.contact-name-required': 'Contact: name is required',
  'R5.contact-email-required': 'Contact: email is required',
  'R5.contact-subject-required': 'Contact: subject is required',
  'R5.contact-message-required': 'Contact: message is required',
  'R8.contact-failed': "'Failed to send message...' exists, though sending is simulated",

  'R2.feedback-simulated': 'Feedback only simulates sending: no network call is made',
  'R9.feedback-delay': 'Simulated delay: feedback 2 s',
  'R3.feedback-gameplay': 'Feedback category gameplay',
  'R3.feedback-ui-ux': 'Feedback category ui-ux',
  'R3.feedback-performance': 'Feedback category performance',
  'R3.feedback-features': 'Feedback category features',
  'R3.feedback-questions': 'Feedback category questions',
  'R3.feedback-scoring': 'Feedback category scoring',
  'R3.feedback-other': 'Feedback category other',
  'R3.feedback-poor': 'Feedback rating 1: Poor',
  'R3.feedback-fair': 'Feedback rating 2: Fair',
  'R3.feedback-good': 'Feedback rating 3: Good',
  'R3.feedback-very-good': 'Feedback rating 4: Very Good',
  'R3.feedback-excellent': 'Feedback rating 5: Excellent',
  'R3.feedback-title': 'Feedback form: title',
  'R3.feedback-description': 'Feedback form: description',
  'R3.feedback-email-optional': 'Feedback form: an optional email',
  'R3.feedback-would-recommend': 'Feedback form: wouldRecommend, true or false',
  'R5.feedback-rating-required': 'Feedback: a rating of at least 1',
  'R5.feedback-category-required': 'Feedback: category is required',
  'R5.feedback-title-required': 'Feedback: title is required',
  'R5.feedback-description-required': 'Feedback: description is required',
  'R8.feedback-failed': "'Failed to submit feedback...' exists, though sending is simulated",

  'R2.payment-question': 'Payment shows the question',
  'R2.payment-label': "Payment shows 'Entry Fee: …', the published price",
  'R7.payment-one-price': 'The price shown is the one that the server publishes (decisions §6)',
  'R9.payment-price': "The published price is '$0.50' unless an operator says otherwise",
  'R2.payment-unavailable': 'Where nothing can be paid, the page says so',
  'R2.payment-back': "'Back to Questions' goes to /",
  'R5.payment-needs':
    "Without a question or a game session id: 'Missing payment information. Please go back and try again.'",
  'R2.payment-way':
    "The selected question leads home viewers to its payment, 'Entry Fee: …', or says 'Entry fee paid'; for no other users, and not where payments are unavailable",
  'R2.payments-of-session':
    'The selected question shows an admin its payments, each with the way to the provider, who refunds',
  'R2.payment-pay': "Payment has a card input and a 'Pay …' button with the published price",
  'R2.payment-test-mode':
    "Without keys the page says 'Test mode: no money moves.', beside test cards",
  'R4.payment-preparing-awaiting':
    'Payment: preparing, which makes the intent and loads the provider’s script, to awaiting the card',
  'R4.payment-preparing-unavailable': 'Payment: preparing to unavailable, which says why',
  'R4.payment-unavailable-preparing':
    'Payment: unavailable to preparing, by the reader or the line',
  'R4.payment-confirming-verifying':
    'Payment: confirming at the provider to verifying with the server, which alone says that it is paid',
  'R4.payment-confirming-declined':
    'Payment: confirming to declined, with the provider’s message; the card stays and another may be tried',
  'R4.payment-verifying-paid': 'Payment: verifying to paid, which leads to /success',
  'R4.payment-cancelled': 'Payment: cancelled leads to /cancel',
  'R4.payment-lost-reply': 'Payment: a reply that is lost or unclear is asked for at the server',
  'R4.payment-lost-line': 'Payment: a server that is not reached is asked again',
  'R4.payment-processing':
    'Payment: what the provider still works on is said so and asked for again',
  'R4.payment-reload': 'Payment: a reload in the middle goes on where the payment is',
  'R4.payment-once': 'Payment: a double click sends one card',
  'R4.payment-already': 'Payment: a user who has paid is informed and pays nothing',
  'R4.payment-intent-cancelled':
    'Payment: an intent that the provider has cancelled makes way for another',
  'R8.payment-failed':
    "'Payment failed. Please try again.' where the provider has no message of its own",
  'R2.success-redirect':
    'The payment success page redirects to / after 3 s, and can be read before',
  'R9.redirect-payment': 'Redirect 3 s after a payment',
  'R2.cancel-button': 'The payment cancelled page has a button that returns to /',
};
