/** The tables of nodes, their plugins and their agents. */
@NullMarked
package io.hawser.volume.node.db;

import org.jspecify.annotations.NullMarked;
