/** The entry point on Supabase. All the work is in handler.ts, which the local backend runs too. */
import { createHandler } from './handler.ts';

declare const Deno: {
  env: { get(name: string): string | undefined };
  serve(handler: (request: Request) => Promise<Response>): void;
};

// The keys by name. The first is called `default` only until keys are rotated.
const [secretKey = Deno.env.get('SUPABASE_SERVICE_ROLE_KEY') ?? ''] = Object.values<string>(
  JSON.parse(Deno.env.get('SUPABASE_SECRET_KEYS') ?? '{}'),
);

Deno.serve(
  createHandler({
    url: Deno.env.get('SUPABASE_URL') ?? '',
    secretKey,
    fetch,
  }),
);
