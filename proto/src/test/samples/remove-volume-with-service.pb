
scratch