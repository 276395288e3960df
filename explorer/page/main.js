import { HttpOracle } from './core/http-oracle.js';
import { Session } from './core/session.js';
import { GAMES } from './games/games.js';
import { App } from './ui/app.js';

const app = new App();
const session = new Session(new HttpOracle('v1'), GAMES, app);
app.attach(session);
session.start();
