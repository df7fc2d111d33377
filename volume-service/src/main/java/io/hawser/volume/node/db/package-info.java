/** The tables of nodes, of their plugins and of who speaks for them. */
package io.hawser.volume.node.db;
