/** Which agent speaks for a node, and whether it can be heard. No framework in here, but in {@code db}. */
package io.hawser.volume.node;
