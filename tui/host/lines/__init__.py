"""A host in lines, for who comes without a terminal (`ssh -T`): its lobby, and its battles."""
