/** The tables of nodes, their plugins and their agents. */
package io.hawser.volume.node.db;
