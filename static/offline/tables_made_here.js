// @ts-check
/* Tables that were opened without network go to the server from whichever page of the app is open with it. */

import { input } from "../dom.js";
import { takeInAll } from "./taking_in.js";

takeInAll(input("[name=csrfmiddlewaretoken]")?.value ?? "");
