import { defineConfig } from 'playwright/test';
import browser from '../browser/playwright.config.ts';

/** Checks nothing: what it takes is there to be looked at. */
export default defineConfig({ ...browser, testDir: '.', reporter: [['list']] });
