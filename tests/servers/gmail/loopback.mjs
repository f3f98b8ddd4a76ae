// Loaded before the server (`node --import`), which has no settings for either of these.
import { Server } from "node:net";

// It would listen on every interface: a test server is nobody's business but this machine's.
const listen = Server.prototype.listen;
Server.prototype.listen = function (port, ...rest) {
  this.once("listening", () => console.log(`listening on port ${this.address().port}`));
  return listen.call(this, { port, host: "127.0.0.1" }, ...rest.filter((each) => typeof each === "function"));
};

// Its history ids are the time in milliseconds and eight random digits: two changes in one millisecond would come in any order.
const clock = Date.now;
let last = 0;
Date.now = () => (last = Math.max(clock(), last + 1));
