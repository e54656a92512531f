// Sets the environment that the consumers read when they are loaded, so it is imported before them. The drills inject
// their own stores, so these names are never used.
import '../../harness/function-environment.ts';

process.env.DEAD_LETTER_QUEUE_URL ??= 'https://sqs.us-east-1.amazonaws.com/000000000000/dead';
process.env.MAX_RECEIVES ??= '9';
