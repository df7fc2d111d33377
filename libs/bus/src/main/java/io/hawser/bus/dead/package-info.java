/**
 * Dead letters and the marks that people put on them, as they stand on a topic {@code hawser.TOPIC.dead}. A mark lies
 * on the
 * same topic behind its letter: no other store is needed, whoever may read letters reads marks too, and both are kept
 * equally
 * long, so that no letter outlives its mark.
 */
package io.hawser.bus.dead;
