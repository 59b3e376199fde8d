import Bridge
import System

CurrentProcess.openStandardDescriptors()
CurrentProcess.ignoreWriteSignals()
CurrentProcess.exit(status: CommandLineTool.run().rawValue)
