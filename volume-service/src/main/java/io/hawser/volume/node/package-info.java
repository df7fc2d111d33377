/** Which agent speaks for a node, and whether it is silent. */
package io.hawser.volume.node;
