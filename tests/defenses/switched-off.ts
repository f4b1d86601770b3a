/** Runs the statements with which `npm run test:defenses` switches a defense off; none otherwise. */
export async function switchOff(query: (sql: string) => Promise<unknown>): Promise<void> {
  for (const statement of JSON.parse(process.env.DEFENSE_OFF ?? '[]')) {
    await query(statement).catch((cause: Error) => {
      throw new Error(`The defense could not be switched off: ${cause.message}`);
    });
  }
}
