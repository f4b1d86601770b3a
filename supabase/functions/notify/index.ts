/** Where Supabase runs it. All it does is in handler.ts, which the local backend runs too. */
import { createHandler } from './handler.ts';

declare const Deno: {
  env: { get(name: string): string | undefined };
  serve(handler: (request: Request) => Promise<Response>): void;
};

const keys = JSON.parse(Deno.env.get('SUPABASE_SECRET_KEYS') ?? '{}');

Deno.serve(
  createHandler({
    url: Deno.env.get('SUPABASE_URL') ?? '',
    secretKey: keys.default ?? Deno.env.get('SUPABASE_SERVICE_ROLE_KEY') ?? '',
    fetch,
  }),
);
