/** Which agent speaks for a node, and whether it can be heard. */
package io.hawser.volume.node;
