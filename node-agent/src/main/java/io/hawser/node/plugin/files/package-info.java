/** Lists folders of sockets, and keeps what was published of plugins. */
@NullMarked
package io.hawser.node.plugin.files;

import org.jspecify.annotations.NullMarked;
