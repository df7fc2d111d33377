/**
 * {@code bench volumes}: volumes created, published, unpublished and deleted, by Hawser and by one worker without it.
 */
package io.hawser.bench.volumes;
