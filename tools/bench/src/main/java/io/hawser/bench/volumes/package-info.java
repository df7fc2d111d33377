/**
 * {@code bench volumes}: volumes created, published, unpublished and deleted, by Hawser and by one worker without it.
 */
@NullMarked
package io.hawser.bench.volumes;

import org.jspecify.annotations.NullMarked;
