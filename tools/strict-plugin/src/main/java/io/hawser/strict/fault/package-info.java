/** The plugin's faults: their kinds, scripts of them, and their text form. */
package io.hawser.strict.fault;
