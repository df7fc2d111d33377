/**
 * Dead letters and people's marks on them, on a topic {@code hawser.TOPIC.dead}. A mark follows its letter on the same
 * topic, so no other store is needed. Every reader of letters may read marks too. Both are kept equally long, so that
 * no letter outlives its mark.
 */
@NullMarked
package io.hawser.bus.dead;

import org.jspecify.annotations.NullMarked;
