/** The one decision about a volume: settles publications, applies the outcome of a call, chooses the next call. */
package io.hawser.volume.lifecycle;
