#!/usr/bin/env node
require('../lib/index.js').runGuideModel(process.argv.slice(2));
