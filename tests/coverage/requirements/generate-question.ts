/** Writing a question (specification §2, §5, §7 to §9). */
export const generateQuestion: Readonly<Record<string, string>> = {
  'R2.generate-topic': 'Generate Question has a topic input',
  'R2.generate-ai-button': 'A button beside the topic lets the AI generate a question',
  'R2.generate-written': 'The generated question stands in the question textarea, to be edited',
  'R2.generate-undo': 'What was written there before can be brought back (design)',
  'R2.generate-no-model':
    'Without a model the page says so beforehand, and the rest of the form works (decisions §8)',
  'R2.generate-question': 'Generate Question has a question textarea',
  'R2.generate-start': 'Generate Question has a datetime-local input for the start',
  'R2.generate-end': 'Generate Question has a datetime-local input for the end',
  'R2.generate-zone':
    'Start and end are meant in the time zone of the device, and the page names it',
  'R2.generate-create': "A 'Create Question Session' button creates it",
  'R2.generate-explainer': 'An explainer says how answers are matched, with a model and without',
  'R2.generate-redirect': 'A created question leads to /admin',
  'R5.generate-question-required': "Generate question: 'Please enter a question.'",
  'R5.generate-times-required': "Generate question: 'Please select both start and end times.'",
  'R5.generate-end-after-start': "Generate question: 'End time must be after start time.'",
  'R5.generate-topic-required': "AI generation: 'Please enter a topic for AI generation.'",
  'R7.ai-generate': 'POST /api/game-sessions/ai-generate {topic} answers a question',
  'R7.ai-generate-plain':
    "A generated question is one line of plain text in a question's length and in the topic's script and language (threat 86)",
  'R7.ai-generate-data': 'The topic reaches the model as data, never among its instructions',
  'R7.ai-generate-faults':
    'A model that is away, slow, busy or talks nonsense costs one call, and nothing else waits for it (threats 81, 82)',
  'R7.ai-generate-limit': 'Each admin may ask the model ten times a minute (threat 85)',
  'R7.generate-instants': 'The page sends start and end as instants',
  'R8.generate-ai-failed': "'Failed to generate AI question.'",
  'R8.generate-failed': "'Failed to create question.'",
  'R8.generate-log-in': "No token: 'Please log in to create questions.'",
  'R8.generate-log-in-ai': "No token: 'Please log in to generate questions.'",
  'R9.redirect-created': 'A created question leads on after 2 s',
};
