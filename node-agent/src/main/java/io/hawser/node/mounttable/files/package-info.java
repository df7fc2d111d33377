/** Asks the kernel for the mount table, and looks at paths that no mount covers. */
@NullMarked
package io.hawser.node.mounttable.files;

import org.jspecify.annotations.NullMarked;
