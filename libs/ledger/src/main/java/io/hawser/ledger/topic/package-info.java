/** Which topics are there. One that is gone stops what depends on it, and nothing else. */
package io.hawser.ledger.topic;
