/** Gives the files of volumes to a group, for plugins that cannot. */
@NullMarked
package io.hawser.node.group.files;

import org.jspecify.annotations.NullMarked;
