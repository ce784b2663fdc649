// SPDX-License-Identifier: MIT
pragma solidity 0.8.28;

import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";
import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SendTokensInput} from "../interfaces/ITokenTransferrer.sol";
import {DevnetMessenger} from "./DevnetMessenger.sol";
import {DevnetTransferrer} from "./DevnetTransferrer.sol";
import {
    RegisterRemoteMessage,
    SingleHopSendMessage,
    TeleporterFeeInfo,
    TransferrerMessage,
    TransferrerMessageType
} from "./TeleporterTypes.sol";

/// @notice Whose remote it is.
/// @param initialReserveImbalance What exists here before anything was sent, for which the home asks collateral.
struct DevnetRemoteSettings {
    bytes32 tokenHomeBlockchainID;
    address tokenHomeAddress;
    uint8 tokenHomeDecimals;
    uint256 initialReserveImbalance;
}

/// @title A token's remote for devnets and tests: minted by messages from its home, burned to send it back
/// @notice ABI, checks and events are those of ICTT's ERC20TokenRemote, as far as a single hop needs them.
contract DevnetTokenRemote is DevnetTransferrer, ERC20 {
    uint256 private constant _REGISTER_GAS = 130_000;

    bytes32 private immutable _HOME_BLOCKCHAIN_ID;
    address private immutable _HOME;
    uint8 private immutable _HOME_DECIMALS;
    uint8 private immutable _DECIMALS;
    uint256 private immutable _INITIAL_RESERVE_IMBALANCE;

    /// @notice Whether the home is known to hold all that stands behind these tokens: a message came from it.
    bool public getIsCollateralized;

    /// @param initialHolder Who is given the initial reserve imbalance.
    constructor(
        DevnetMessenger messenger,
        DevnetRemoteSettings memory settings,
        address initialHolder,
        string memory name_,
        string memory symbol_,
        uint8 decimals_
    ) DevnetTransferrer(messenger) ERC20(name_, symbol_) {
        _HOME_BLOCKCHAIN_ID = settings.tokenHomeBlockchainID;
        _HOME = settings.tokenHomeAddress;
        _HOME_DECIMALS = settings.tokenHomeDecimals;
        _DECIMALS = decimals_;
        _INITIAL_RESERVE_IMBALANCE = settings.initialReserveImbalance;
        if (settings.initialReserveImbalance > 0) _mint(initialHolder, settings.initialReserveImbalance);
    }

    /// @notice Introduces this remote to its home.
    /// @param feeInfo The relayer's fee, taken from the caller.
    function registerWithHome(TeleporterFeeInfo calldata feeInfo) external {
        if (getIsCollateralized) revert AlreadyRegistered();
        uint256 fee = feeInfo.amount == 0 ? 0 : _take(IERC20(feeInfo.feeTokenAddress), feeInfo.amount);
        _sendMessage(
            _HOME_BLOCKCHAIN_ID,
            _HOME,
            TeleporterFeeInfo(feeInfo.feeTokenAddress, fee),
            _REGISTER_GAS,
            TransferrerMessage(
                TransferrerMessageType.RegisterRemote,
                abi.encode(RegisterRemoteMessage(_INITIAL_RESERVE_IMBALANCE, _HOME_DECIMALS, _DECIMALS))
            )
        );
    }

    /// @notice Burns `amount` and has it paid out by the home. The caller's allowance must be given to this contract,
    ///         though it is the token itself.
    function send(SendTokensInput calldata input, uint256 amount) external {
        _requireSingleHop(input);
        bool isHome = input.destinationTokenTransferrerAddress == _HOME;
        if (input.destinationBlockchainID != _HOME_BLOCKCHAIN_ID || !isHome) revert MultiHopUnsupported();
        if (!getIsCollateralized) revert CollateralNeeded();
        _spendAllowance(msg.sender, address(this), amount);
        _burn(msg.sender, amount);
        uint256 fee = input.primaryFee == 0 ? 0 : _takeFee(input.primaryFeeTokenAddress, input.primaryFee);
        (uint256 multiplier, bool isMultiplied) = _scaleOf(_HOME_DECIMALS, _DECIMALS);
        if (_toHome(amount, multiplier, isMultiplied) == 0) revert ZeroAmount();
        _sendTokens(input, amount, fee);
    }

    /// @notice Mints what was sent.
    function receiveTeleporterMessage(bytes32 sourceBlockchainID, address originSenderAddress, bytes calldata message)
        external
        onlyMessenger
    {
        if (sourceBlockchainID != _HOME_BLOCKCHAIN_ID || originSenderAddress != _HOME) revert NotRegistered();
        TransferrerMessage memory envelope = abi.decode(message, (TransferrerMessage));
        if (envelope.messageType != TransferrerMessageType.SingleHopSend) revert UnsupportedMessage();
        if (!getIsCollateralized) getIsCollateralized = true;
        SingleHopSendMessage memory payload = abi.decode(envelope.payload, (SingleHopSendMessage));
        emit TokensWithdrawn(payload.recipient, payload.amount);
        _mint(payload.recipient, payload.amount);
    }

    /// @notice Where the tokens are locked.
    function getTokenHomeAddress() external view returns (address) {
        return _HOME;
    }

    /// @notice The chain where they are locked.
    function getTokenHomeBlockchainID() external view returns (bytes32) {
        return _HOME_BLOCKCHAIN_ID;
    }

    /// @inheritdoc ERC20
    function decimals() public view override returns (uint8) {
        return _DECIMALS;
    }

    /// @dev A fee in this token moves without a call to itself, so that the allowance is the one of the caller.
    function _takeFee(address token, uint256 amount) private returns (uint256) {
        if (token != address(this)) return _take(IERC20(token), amount);
        _spendAllowance(msg.sender, address(this), amount);
        _transfer(msg.sender, address(this), amount);
        return amount;
    }
}
